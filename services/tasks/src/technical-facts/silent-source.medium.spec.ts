import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { technicalFactsV1, type UnitSums } from '@leakwatch/contracts';
import { BUS, type Bus } from '@leakwatch/platform';
import { taskThatEnds } from '../launches/task-that-ends.fixture.ts';
import { openTasksServices, type TasksServices } from '../tasks.fixture.ts';

let services: TasksServices;
beforeAll(async () => {
  services = await openTasksServices(1);
});
afterAll(() => services.close());

const SUMS: UnitSums = {
  ...{ units: 3, failed: 0, total: 9, returned: 9, read: 9, unread: 0, unchecked: 0, capped: 0, incomplete: 0 },
  ...{ silent: 0, silent_since: null, failing_since: null, last_full_pass: null, error_code: null, stalled: null },
};
const SINCE = '2026-11-20T10:00:00.000Z';
const SILENT: UnitSums = { ...SUMS, silent: 2, silent_since: SINCE };

it('a source that goes quiet is published once, with the time since when, until a launch finds something new', async () => {
  const { organisation, end } = await taskThatEnds(services.database, services.first.app.get<Bus>(BUS));
  const facts = async () => {
    const found = await services.first.foundation.database.orm.em
      .fork()
      .getConnection()
      .execute<{ payload: unknown }[]>(
        `select payload from bus.message where topic = ? and payload ->> 'organisation_id' = ? order by position`,
        [technicalFactsV1.topic, organisation],
      );
    return found.map(({ payload }) => technicalFactsV1.schema.parse(payload)).map(({ kind, state, at }) => [kind, state, at]);
  };
  const ends = (units: UnitSums | null, outcome: 'done' | 'failed' = 'done') => end({ units, outcome, repositories: [], error_code: null });
  await ends(SUMS);
  await ends(null);
  expect(await facts()).toEqual([]);
  await ends(SILENT);
  await ends(SILENT);
  expect(await facts()).toEqual([['source_silent', 'begun', SINCE]]);
  // A source that fails says nothing about its silence.
  await ends(SUMS, 'failed');
  expect((await facts()).filter(([kind]) => kind === 'source_silent')).toEqual([['source_silent', 'begun', SINCE]]);
  await ends(SUMS);
  expect((await facts()).filter(([kind]) => kind === 'source_silent').map(([, state]) => state)).toEqual(['begun', 'over']);
});
