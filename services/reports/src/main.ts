import 'reflect-metadata';
import { runService } from '@leakwatch/platform';
import { reportsService } from './service.ts';

await runService(reportsService);
