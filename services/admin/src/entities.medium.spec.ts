import { entitiesConformance, sealingConformance } from '@leakwatch/testing';
import { adminService } from './service.ts';

entitiesConformance(adminService);
sealingConformance(adminService);
