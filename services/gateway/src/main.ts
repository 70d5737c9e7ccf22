import 'reflect-metadata';
import { runService } from '@leakwatch/platform';
import { gatewayService } from './service.ts';

await runService(gatewayService);
