import { entitiesConformance } from '@leakwatch/testing';
import { adminService } from './service.ts';

entitiesConformance(adminService);
