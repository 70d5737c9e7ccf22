import { entitiesConformance } from '@leakwatch/testing';
import { crawlerService } from './service.ts';

entitiesConformance(crawlerService);
