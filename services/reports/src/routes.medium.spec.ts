import { routesConformance } from '@leakwatch/testing';
import { reportsService } from './service.ts';

routesConformance('reports', reportsService);
