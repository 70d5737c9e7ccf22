import 'reflect-metadata';
import { runService } from '@leakwatch/platform';
import { crawlerService } from './service.ts';

await runService(crawlerService);
