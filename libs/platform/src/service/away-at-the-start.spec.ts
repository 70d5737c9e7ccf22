import { expect, it, jest } from '@jest/globals';
import { z } from 'zod';
import { PostgresBus } from '../bus/postgres/postgres-bus.ts';
import { createLogger, type Logger } from '../logging/logger.ts';
import { openRedis } from '../queue/redis.ts';

/** Nothing listens on this port. */
const NOWHERE = '127.0.0.1:1';
const SECRET = 'a-password-of-a-server';

/** The lines of a logger from `info` on. */
function linesOf(logger: Logger): string[] {
  const lines: string[] = [];
  for (const level of ['info', 'warn', 'error'] as const)
    jest.spyOn(logger, level).mockImplementation((...said: unknown[]) => void lines.push(`${level} ${JSON.stringify(said)}`));
  return lines;
}
const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000));

it('Redis that cannot be reached is in the log once, with the reason and without its password', async () => {
  const logger = createLogger('test', 'silent');
  const lines = linesOf(logger);
  const redis = openRedis(`redis://:${SECRET}@${NOWHERE}`, logger);
  await seconds(1.5);
  redis.disconnect();
  expect(lines).toEqual([expect.stringMatching(/^warn .*ECONNREFUSED.*REDIS_URL/)]);
  expect(lines.join()).not.toContain(SECRET);
});

it('a service that waits for PostgreSQL says so once, whatever it consumes', async () => {
  const logger = createLogger('test', 'silent');
  const lines = linesOf(logger);
  const bus = new PostgresBus({ url: `postgres://u:${SECRET}@${NOWHERE}/x`, logger, pollMs: 1000, maxAttempts: 5, retentionHours: 1 });
  const subscribe = (topic: string) =>
    bus
      .consume({ group: 'g', message: { topic, schema: z.object({}), keyOf: () => 'k' }, handle: async () => undefined })
      .catch(() => undefined);
  const subscriptions = [subscribe('a'), subscribe('b')];
  await seconds(1.5);
  await bus.close();
  await Promise.all(subscriptions);
  expect(lines.filter((line) => line.includes('DATABASE_URL'))).toEqual([expect.stringMatching(/^warn .*PostgreSQL cannot be reached/)]);
  expect(lines.join()).not.toContain(SECRET);
});
