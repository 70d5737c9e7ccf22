import 'reflect-metadata';
import { runService } from '@leakwatch/platform';
import { eventsService } from './service.ts';

await runService(eventsService);
