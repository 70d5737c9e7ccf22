import 'reflect-metadata';
import { runService } from '@leakwatch/platform';
import { tasksService } from './service.ts';

await runService(tasksService);
