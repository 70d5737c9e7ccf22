import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Foundation, openFoundation, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { createTestEnvironment, type TestEnvironment } from '@leakwatch/testing';
import { Leader } from './leader.ts';

let environment: TestEnvironment;
let foundation: Foundation;

beforeAll(async () => {
  environment = await createTestEnvironment();
  foundation = await openFoundation('tasks', [], environment.env);
});
afterAll(async () => {
  await foundation.close();
  await environment.drop();
});

const endLease = () =>
  foundation.database.inScope(SCHEDULER, (em) => rows(em, sql`update tasks.lease set until = now() - interval '1 second'`));

it('is one of many; when it dies another follows once its lease is over, when it stops in order at once', async () => {
  const leaders = Array.from({ length: 8 }, () => new Leader(foundation.database));
  const leading = await Promise.all(leaders.map((leader) => leader.leads()));
  expect(leading.filter(Boolean)).toHaveLength(1);
  const first = leaders[leading.indexOf(true)];
  const others = leaders.filter((leader) => leader !== first);
  expect(await first?.leads()).toBe(true);
  await endLease();
  const after = await Promise.all(others.map((leader) => leader.leads()));
  expect(after.filter(Boolean)).toHaveLength(1);
  expect(await first?.leads()).toBe(false);
  await others[after.indexOf(true)]?.onModuleDestroy();
  expect(await first?.leads()).toBe(true);
});
