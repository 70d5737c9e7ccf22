import 'reflect-metadata';
import { runEdge } from '@leakwatch/platform';
import { gatewayService } from './service.ts';

await runEdge(gatewayService);
