import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { assignEvents, changeManyStatuses, changeOneStatus, statusChangeAnswer } from '@leakwatch/contracts';
import { type Caller, CONSUMER, Database, row, rows, sql } from '@leakwatch/platform';
import { openEvents } from '../events.fixture.ts';
import { retention } from '../retention.ts';
import { openTriage } from '../triage/triage.fixture.ts';

let events: Awaited<ReturnType<typeof openEvents>>;
beforeAll(async () => {
  events = await openEvents();
});
afterAll(() => events?.close());

async function openTeam() {
  const triage = await openTriage(events);
  const [irina, boris] = [await triage.join('irina'), await triage.join('boris')];
  await events.find(triage.of, ['a.env', 'b.env', 'c.env']);
  const ids = (await events.list(irina)).results.map(({ id }) => id);
  const [first = '', second = ''] = ids;
  /** What a call answers: what changed, or the code with which it is refused. */
  const post = async (caller: Caller, path: string, body: object) => {
    const answer = await events.call(caller, 'POST', path, body);
    return { status: answer.statusCode, body: answer.json<{ code?: string }>() };
  };
  const changesOf = (id: string) =>
    events.foundation.database.inScope(CONSUMER, async (em) => {
      const found = sql<{
        count: number;
      }>`select (select count(*) from events.status_change where event_id = ${id} and from_status is not null)::int
        + (select count(*) from events.triage_change where event_id = ${id})::int as count`;
      return (await row(em, found))?.count;
    });
  return { triage, irina, boris, ids, first, second, post, changesOf };
}
/** As if the change had been made, and answered, so long ago. */
const letPass = (batch: string, minutes: number) =>
  events.app.get(Database).inScope(CONSUMER, async (em) => {
    for (const [table, columns] of [
      ['status_change', ['at']],
      ['triage_change', ['at']],
      ['sent_change', ['at', 'answered_at']],
    ] as const)
      for (const column of columns)
        await rows(
          em,
          sql`update events.${sql.raw(table)} set ${sql.ref(column)} = ${sql.ref(column)} - make_interval(mins => ${minutes})
            where batch = ${batch}`,
        );
    // An undo recognises an event that nobody has changed since by this time.
    await rows(
      em,
      sql`update events.event e set updated_at = c.at from events.status_change c where c.event_id = e.id and c.batch = ${batch}`,
    );
  });

type Team = Awaited<ReturnType<typeof openTeam>>;
const KINDS: readonly (readonly [string, (of: Team) => readonly [path: string, body: object]])[] = [
  ['of the status of named events', ({ ids }) => [changeManyStatuses.path, { events: ids, status: 'fixed', reason: 'removed' }]],
  ['of the status by filters', () => [changeManyStatuses.path, { filters: { status: ['open'] }, status: 'false' }]],
  [
    'of an event and similar ones',
    ({ first }) => [changeOneStatus.path.replace('{id}', first), { status: 'in_progress', same_file: true, simular: true }],
  ],
  ['of the assignee', ({ ids }) => [assignEvents.path, { events: ids, assignee: 'me' }]],
  ['of the due date by filters', () => [assignEvents.path, { filters: { status: ['open'] }, due_date: '2090-01-01' }]],
];

it.each(KINDS)('a change %s that is sent again is made once, and the second answer undoes it', async (_, of) => {
  const team = await openTeam();
  const { triage, irina, first, post, changesOf } = team;
  const [path, body] = of(team);
  const sent = { ...body, idempotency_key: randomUUID() };
  const made = await post(irina, path, sent);
  const again = await post(irina, path, sent);
  expect(again).toEqual(made);
  expect(await changesOf(first)).toBe(1);
  const { batch, changed } = statusChangeAnswer.pick({ batch: true, changed: true }).parse(again.body);
  expect(changed).toBeGreaterThan(0);
  expect(await triage.undo(irina, batch)).toBe(changed);
  // The same answer, also after the undo: nothing is changed a second time.
  expect(await post(irina, path, sent)).toEqual(made);
  expect((await events.list(irina)).results.every((event) => event.status === 'open' && event.due_date === null && !event.assignee)).toBe(
    true,
  );
});

it('a reason for what a batch closed is given once', async () => {
  const { triage, irina, ids } = await openTeam();
  const { batch } = await triage.setStatus(irina, { events: ids, status: 'fixed' });
  const given = { batch, reason: 'removed', idempotency_key: randomUUID() } as const;
  const made = await triage.assign(irina, given);
  expect(made.changed).toBe(3);
  expect(await triage.assign(irina, given)).toEqual(made);
  expect(await triage.undo(irina, made.batch)).toBe(3);
});

it('two calls at once make one change', async () => {
  const { triage, irina, ids, first, changesOf } = await openTeam();
  const sent = { events: ids, status: 'fixed' as const, idempotency_key: randomUUID() };
  const answers = await Promise.all([1, 2, 3, 4].map(() => triage.setStatus(irina, sent)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]?.changed).toBe(3);
  expect(await changesOf(first)).toBe(1);
});

it('an id is refused with another change, and says nothing to another person', async () => {
  const { triage, irina, boris, ids, first, second, post, changesOf } = await openTeam();
  const idempotency_key = randomUUID();
  const made = await triage.setStatus(irina, { events: [first], status: 'fixed', idempotency_key });
  const refused = { status: 409, body: expect.objectContaining({ code: 'idempotency_key_reused' }) };
  for (const body of [
    { events: [second], status: 'fixed' },
    { events: [first], status: 'false' },
    { events: [first], status: 'fixed', reason: 'removed' },
    { filters: { status: ['fixed'] }, status: 'fixed' },
  ])
    expect(await post(irina, changeManyStatuses.path, { ...body, idempotency_key })).toEqual(refused);
  expect(await post(irina, changeOneStatus.path.replace('{id}', first), { status: 'fixed', idempotency_key })).toEqual(refused);
  expect(await post(irina, assignEvents.path, { events: ids, assignee: 'me', idempotency_key })).toEqual(refused);
  expect(await changesOf(second)).toBe(0);
  const theirs = await triage.setStatus(boris, { events: [first], status: 'fixed', idempotency_key });
  expect(theirs).toMatchObject({ changed: 0, skipped: [{ id: first, reason: 'same_status' }] });
  expect(theirs.batch).not.toBe(made.batch);
});

it('an id says nothing where the same account works in another name', async () => {
  const { triage, irina, first } = await openTeam();
  const other = await openTriage(events);
  const idempotency_key = randomUUID();
  const body = { events: [first], status: 'fixed' as const, idempotency_key };
  await triage.setStatus(irina, body);
  for (const caller of [
    { ...irina, organisation: other.organisation },
    { ...irina, staff: true },
    { ...irina, staff: true, organisation: null },
  ]) {
    const answer = await events.call(caller, 'POST', changeManyStatuses.path, body);
    expect([answer.statusCode, answer.json()]).toEqual([409, expect.objectContaining({ code: 'idempotency_key_reused' })]);
  }
});

it('staff without an organisation send a change again too', async () => {
  const { triage, irina, ids } = await openTeam();
  const staff = { ...irina, staff: true, organisation: null };
  const sent = { events: ids, status: 'fixed' as const, idempotency_key: randomUUID() };
  const made = await triage.setStatus(staff, sent);
  expect(made.changed).toBe(3);
  expect(await triage.setStatus(staff, sent)).toEqual(made);
});

it('a change that was refused keeps no id', async () => {
  const { triage, irina, boris, first, post } = await openTeam();
  await triage.setStatus(boris, { events: [first], status: 'fixed' });
  const path = changeOneStatus.path.replace('{id}', first);
  const sent = { status: 'fixed', idempotency_key: randomUUID() };
  expect((await post(irina, path, sent)).body).toMatchObject({ code: 'status_unchanged' });
  await triage.setStatus(boris, { events: [first], status: 'open' });
  expect((await post(irina, path, sent)).body).toMatchObject({ changed: 1 });
});

it.each([
  ['status', { status: 'fixed' }, changeManyStatuses.path],
  ['assignee', { assignee: 'me' }, assignEvents.path],
])('a change of %s can be undone for a minute after it was answered again, and not for ever', async (_, values, path) => {
  const { triage, irina, boris, ids, post } = await openTeam();
  const sent = { ...values, events: ids, idempotency_key: randomUUID() };
  const send = async () => statusChangeAnswer.pick({ batch: true, changed: true }).parse((await post(irina, path, sent)).body);
  const { batch } = await send();
  await letPass(batch, 3);
  expect(await triage.undo(irina, batch)).toBe('undo_expired');
  await send();
  expect(await triage.undo(boris, batch)).toBe('undo_expired');
  expect(await triage.undo(irina, batch)).toBe(3);
  await letPass(batch, 8);
  await send();
  expect(await triage.undo(irina, batch)).toBe('undo_expired');
  const kept = (over = 'true') =>
    events.foundation.database.inScope(CONSUMER, (em) =>
      rows(em, sql`select 1 from events.sent_change where batch = ${batch} and ${sql.raw(over)}`),
    );
  expect([(await kept()).length, (await kept(retention['sent_change']?.over)).length]).toEqual([1, 1]);
});
