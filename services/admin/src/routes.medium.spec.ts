import { routesConformance } from '@leakwatch/testing';
import { adminService } from './service.ts';

routesConformance('admin', adminService);
