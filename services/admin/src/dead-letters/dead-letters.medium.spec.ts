import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listDeadLetters, replayDeadLetters, technicalFactsV1 } from '@leakwatch/contracts';
import { CONSUMER, outgoing, sql } from '@leakwatch/platform';
import { testCaller, waitUntil } from '@leakwatch/testing';
import { type AdminStage, openAdminStage } from '../fixtures/admin-stage.fixture.ts';

const SECRET = 'what-was-found-in-the-document';
const staff = testCaller(null, { staff: true, account: { id: randomUUID(), username: 'clerk' } });
const GROUP = 'failing-readers';
let stage: AdminStage;
let cured = false;
const handled: string[] = [];

const list = async (query = '') => {
  const answer = await stage.ask('GET', `${listDeadLetters.path}${query}`, undefined, staff);
  expect(JSON.stringify(answer.body)).not.toContain(SECRET);
  return listDeadLetters.answer.parse(answer.body);
};
const replay = async (body: object) => stage.ask('POST', replayDeadLetters.path, body, staff);
const inGroup = `?group=${GROUP}`;

beforeAll(async () => {
  stage = await openAdminStage({ BUS_MAX_ATTEMPTS: '2' });
  const { bus, database } = stage.foundation;
  await bus.consume({
    group: GROUP,
    message: technicalFactsV1,
    handle: async (batch) => {
      if (!cured) throw new Error(`cannot note ${'x'.repeat(1000)}\n${SECRET}`);
      handled.push(...batch.map(({ payload }) => payload.cause));
    },
  });
  const fact = (cause: string) => ({
    organisation_id: randomUUID(),
    ...({ cause, state: 'begun', kind: 'source_failing', at: '2026-11-20T10:00:00.000Z', task: null } as const),
    ...({ source_type: 'git_repo', repository: null, error_code: null } as const),
  });
  await database.inScope(CONSUMER, (em) =>
    bus.publish(
      em,
      ['one', 'two', 'three'].map((cause) => outgoing(technicalFactsV1, fact(cause))),
    ),
  );
  await waitUntil('three dead letters', async () => (await list(inGroup)).count === 3);
});
afterAll(() => stage?.close());

describe('dead letters', () => {
  it('of every group that consumes are listed, technical facts too, without what they hold', async () => {
    const { groups, count, results } = await list('?limit=2');
    expect(groups).toContain(GROUP);
    expect(count).toBeGreaterThanOrEqual(3);
    expect(results).toHaveLength(2);
    expect((await list(inGroup)).results[0]).toEqual({
      id: expect.any(String),
      group: GROUP,
      topic: 'technical-facts.v1',
      reason: `Error: cannot note ${'x'.repeat(281)}`,
      attempts: 2,
      died: expect.any(String),
    });
    expect(await list('?group=tasks')).toMatchObject({ count: 0, results: [] });
  });

  it('are delivered again, one or all of a group, and each replay leaves a record', async () => {
    cured = true;
    const [first] = (await list(inGroup)).results;
    expect(await replay({ group: GROUP, ids: [first?.id] })).toMatchObject({ status: 200, body: { count: 1, kept: 0 } });
    // Gone already.
    expect(await replay({ group: GROUP, ids: [first?.id] })).toMatchObject({ status: 200, body: { count: 0, kept: 0 } });
    await waitUntil('the first', async () => handled.length === 1);
    expect(await replay({ group: GROUP })).toMatchObject({ status: 200, body: { count: 2, kept: 0 } });
    await waitUntil('the others', async () => handled.length === 3);
    expect(handled.toSorted()).toEqual(['one', 'three', 'two']);
    expect(await list(inGroup)).toMatchObject({ count: 0 });
    const records = await stage.sql(sql<object>`select detail from admin.audit where kind = 'dead_letters_replayed' order by id`);
    expect(records.map((record) => ('detail' in record ? record.detail : null))).toEqual([
      { group: GROUP, letters: '1' },
      { group: GROUP, letters: '1' },
      { group: GROUP, letters: 'all' },
    ]);
  });

  it('are for staff, of groups that exist', async () => {
    expect(await replay({ group: 'nobody' })).toMatchObject({ status: 404, code: 'not_found' });
    expect(await replay({ group: GROUP, ids: [] })).toMatchObject({ status: 400 });
    const user = testCaller(randomUUID());
    expect(await stage.ask('GET', listDeadLetters.path, undefined, user)).toMatchObject({ status: 403 });
    expect(await stage.ask('POST', replayDeadLetters.path, { group: GROUP }, user)).toMatchObject({ status: 403 });
  });
});
