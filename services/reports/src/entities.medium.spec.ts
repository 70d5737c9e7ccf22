import { entitiesConformance } from '@leakwatch/testing';
import { reportsService } from './service.ts';

entitiesConformance(reportsService);
