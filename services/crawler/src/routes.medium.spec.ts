import { routesConformance } from '@leakwatch/testing';
import { crawlerService } from './service.ts';

routesConformance('crawler', crawlerService);
