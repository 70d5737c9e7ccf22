// A crawler process of the benchmark of fetches: `{ env, origin }` as JSON in its argument. It ends when its parent sends a message.
import { once } from 'node:events';
import { openFoundation } from '@leakwatch/platform';
import { z } from 'zod';
import { crawlerService } from '../src/service.ts';
import { slowSource, startFetching } from './fetching.ts';

const given = z.object({ env: z.record(z.string(), z.string()), origin: z.string() }).parse(JSON.parse(process.argv[2] ?? ''));
const foundation = await openFoundation(crawlerService, given.env);
const fetching = await startFetching(foundation, slowSource(given.origin));
process.send?.('ready');
await once(process, 'message');
await fetching.close();
await foundation.close();
// Kilobytes.
process.send?.(process.resourceUsage().maxRSS);
process.disconnect();
