import { createLogger, openRedis } from '@leakwatch/platform';
import { waitUntil } from '../wait-until.ts';
import { REDIS_DATABASES } from './shared.ts';
import { testStack } from './test-database.ts';

/** The address of a Redis database that no other test of the run uses, so that it never has keys or jobs of another file. */
export async function takeRedisDatabase(): Promise<string> {
  const url = testStack().redisUrl;
  const redis = openRedis(url, createLogger('test', 'silent'), 'waits');
  const taken = await redis.incr('test-databases');
  redis.disconnect();
  if (taken >= REDIS_DATABASES) throw new Error('tests took every database of Redis');
  return `${url}/${taken}`;
}

/** A connected client of a Redis database of its own. The test disconnects it. */
export async function openTestRedis(): Promise<ReturnType<typeof openRedis>> {
  const redis = openRedis(await takeRedisDatabase(), createLogger('test', 'silent'));
  await waitUntil('redis', async () => redis.status === 'ready');
  return redis;
}
