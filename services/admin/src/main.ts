import 'reflect-metadata';
import { runService } from '@leakwatch/platform';
import { adminService } from './service.ts';

await runService(adminService);
