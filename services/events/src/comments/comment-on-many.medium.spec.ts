import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type BodyOf, commentOnMany, COMMENTS_MAX, eventComment, MAX_EVENTS_BY_FILTERS, undoStatusChange } from '@leakwatch/contracts';
import { CONSUMER, rows, sql } from '@leakwatch/platform';
import { testCaller, waitUntil } from '@leakwatch/testing';
import { z } from 'zod';
import { makeOwner, openEvents, publishOrganisation } from '../events.fixture.ts';

let events: Awaited<ReturnType<typeof openEvents>>;
beforeAll(async () => {
  events = await openEvents();
});
afterAll(() => events.close());

/** An organisation with two people and three events. */
async function openTeam() {
  const { of } = await makeOwner(events);
  await publishOrganisation(events, of.organisation_id);
  await events.find(of, ['a.env', 'b.env', 'c.env']);
  const person = (username: string) => testCaller(of.organisation_id, { account: { id: randomUUID(), username } });
  const [ann, bob] = [person('ann'), person('bob')];
  const ids = (await events.list(ann)).results.map(({ id }) => id);
  const [first = '', second = '', third = ''] = ids;
  return { of, ann, bob, first, second, third };
}

const post = (caller: ReturnType<typeof testCaller>, body: BodyOf<typeof commentOnMany>) =>
  events.call(caller, 'POST', commentOnMany.path, body);
const add = async (caller: ReturnType<typeof testCaller>, body: BodyOf<typeof commentOnMany>) =>
  commentOnMany.answer.parse((await post(caller, body)).json());
const undo = async (caller: ReturnType<typeof testCaller>, batch: string) => {
  const answer = await events.call(caller, 'POST', undoStatusChange.path, { batch });
  const { restored, code }: { restored?: number; code?: string } = answer.json();
  return restored ?? code;
};
const textsOf = async (caller: ReturnType<typeof testCaller>, event: string) =>
  z
    .array(eventComment)
    .parse((await events.get(caller, `/api/comments/?event=${event}`)).json())
    .map(({ text, username }) => `${username}: ${text}`);

it('each of several events gets the comment once; events of others and missing ones are named', async () => {
  const { ann, first, second, third } = await openTeam();
  const stranger = await openTeam();
  const missing = randomUUID();
  const answer = await add(ann, { events: [first, second, first, stranger.first, missing], text: ' rotated\r\ntoday ' });
  expect(answer).toMatchObject({ added: 2 });
  const reasons = [
    { id: stranger.first, reason: 'not_found' },
    { id: missing, reason: 'not_found' },
  ];
  expect(answer.skipped).toEqual(reasons);
  for (const id of [first, second]) expect(await textsOf(ann, id)).toEqual(['ann: rotated\ntoday']);
  expect(await textsOf(ann, third)).toEqual([]);
  expect(await textsOf(stranger.ann, stranger.first)).toEqual([]);
});

it('all events that filters match get it, of the own organisation alone', async () => {
  const { ann, first, second, third } = await openTeam();
  const stranger = await openTeam();
  await events.call(ann, 'POST', '/api/events/change_status/', { events: [third], status: 'fixed' });
  expect(await add(ann, { filters: { status: ['open'] }, text: 'known' })).toMatchObject({ added: 2, skipped: [] });
  expect(await Promise.all([first, second, third].map((id) => textsOf(ann, id)))).toEqual([['ann: known'], ['ann: known'], []]);
  expect(await textsOf(stranger.ann, stranger.first)).toEqual([]);
});

it('an undo deletes each of many comments: none passes for changed because the clock went on while it was written', async () => {
  const { of, ann } = await openTeam();
  await events.find(
    of,
    Array.from({ length: 1_500 }, (_, at) => `${at}.yml`),
  );
  const { batch, added } = await add(ann, { filters: { status: ['open'] }, text: 'by mistake' });
  expect([added, await undo(ann, batch)]).toEqual([1_503, 1_503]);
});

it('an undo deletes the comments of the call that nobody has changed since, once, for their author alone', async () => {
  const { ann, bob, first, second } = await openTeam();
  await add(ann, { events: [first], text: 'earlier' });
  const { batch } = await add(ann, { events: [first, second], text: 'by mistake' });
  const answer = await events.get(ann, `/api/comments/?event=${second}`);
  const [written] = z.array(eventComment).parse(answer.json());
  await events.call(ann, 'PATCH', `/api/comments/${written?.id}/`, { text: 'meant' });
  expect(await undo(bob, batch)).toBe('undo_expired');
  expect(await undo(ann, batch)).toBe(1);
  expect(await textsOf(ann, first)).toEqual(['ann: earlier']);
  expect(await textsOf(ann, second)).toEqual(['ann: meant']);
  expect(await undo(ann, batch)).toBe('undo_expired');
});

it('an undo is refused after a minute', async () => {
  const { ann, first } = await openTeam();
  const { batch } = await add(ann, { events: [first], text: 'old' });
  await events.foundation.database.inScope(CONSUMER, (em) =>
    rows(
      em,
      sql`update events.comment set created = now() - interval '61 seconds', updated = now() - interval '61 seconds' where batch = ${batch}`,
    ),
  );
  expect(await undo(ann, batch)).toBe('undo_expired');
  expect(await textsOf(ann, first)).toEqual(['ann: old']);
});

it('events with the largest number of comments are named, the others get it', async () => {
  const { of, ann, first, second } = await openTeam();
  await events.foundation.database.inScope(CONSUMER, (em) =>
    rows(
      em,
      sql`insert into events.comment (id, event_id, organisation_id, author_id, author_name, text)
        select gen_random_uuid(), ${first}, ${of.organisation_id}, gen_random_uuid(), 'x', 'y' from generate_series(1, ${COMMENTS_MAX})`,
    ),
  );
  const { added, skipped } = await add(ann, { filters: { status: ['open'] }, text: 'one more' });
  expect({ added, skipped }).toEqual({ added: 2, skipped: [{ id: first, reason: 'comments_limit_reached' }] });
  expect(await textsOf(ann, second)).toEqual(['ann: one more']);
});

it('filters that match more events than one call comments on are refused, and none gets it', async () => {
  const { of, ann, first } = await openTeam();
  await events.foundation.database.inScope(CONSUMER, (em) =>
    rows(
      em,
      sql`insert into events.event (id, organisation_id, task_id, pattern_kind, pattern_text, source_type, container_key, container_title,
          container_url, owner, path, file_url, language, lines_hash, status, filter_keywords, line, excerpt, document_version, last_seen)
        select gen_random_uuid(), ${of.organisation_id}::uuid, ${of.task_id}::uuid, 'keyword', 'x', 'git_repo', 'k', 't', '', 'o', 'p' || n, '', 'YAML', n::text,
          'open', '{}', 1, '{"text":"","segments":[],"highlights":[],"truncated":false}', 'v', now()
        from generate_series(1, ${MAX_EVENTS_BY_FILTERS}) n`,
    ),
  );
  const answer = await post(ann, { filters: { status: ['open'] }, text: 'too many' });
  expect({ status: answer.statusCode, ...answer.json<object>() }).toMatchObject({
    status: 409,
    code: 'events_max',
    details: { max: 10_000 },
  });
  expect(await textsOf(ann, first)).toEqual([]);
});

it('an inactive organisation writes none; an empty text, an unknown name and both ways to choose are refused', async () => {
  const { of, ann, first } = await openTeam();
  for (const body of [
    { events: [first], text: '  ' },
    { events: [first], filters: {}, text: 'x' },
    { text: 'x' },
    { events: [first], text: 'x', status: 'fixed' },
  ])
    expect((await events.call(ann, 'POST', commentOnMany.path, body)).statusCode).toBe(400);
  await publishOrganisation(events, of.organisation_id, false, 2);
  await events.settled();
  const answer = await add(ann, { events: [first], text: 'x' });
  expect(answer).toMatchObject({ added: 0, skipped: [{ id: first, reason: 'not_allowed' }] });
  expect(await add(ann, { filters: {}, text: 'x' })).toMatchObject({ added: 0, skipped: [] });
  expect(await add(testCaller(null, { staff: true }), { events: [first], text: 'by staff' })).toMatchObject({ added: 1 });
});

it('a comment that is sent again is added only to the events that lack it, and an undo takes all of it back', async () => {
  const { ann, bob, first, second, third } = await openTeam();
  await add(bob, { events: [third], text: 'rotated' });
  await add(ann, { events: [first, second], text: 'rotated' });
  const { added, batch, skipped } = await add(ann, { filters: { status: ['open'] }, text: 'rotated ' });
  expect({ added, skipped }).toEqual({ added: 3, skipped: [] });
  for (const id of [first, second]) expect(await textsOf(ann, id)).toEqual(['ann: rotated']);
  expect(await textsOf(ann, third)).toEqual(['bob: rotated', 'ann: rotated']);
  expect(await add(ann, { events: [first], text: 'revoked' })).toMatchObject({ added: 1 });
  expect(await undo(ann, batch)).toBe(3);
  expect(await Promise.all([first, second, third].map((id) => textsOf(ann, id)))).toEqual([['ann: revoked'], [], ['bob: rotated']]);
});

it('an undo leaves a comment that was written to one event before', async () => {
  const { ann, first, second } = await openTeam();
  await events.call(ann, 'POST', '/api/comments/', { event: first, text: 'rotated' });
  const { added, batch } = await add(ann, { events: [first, second], text: 'rotated' });
  expect([added, await undo(ann, batch)]).toEqual([2, 1]);
  expect(await Promise.all([first, second].map((id) => textsOf(ann, id)))).toEqual([['ann: rotated'], []]);
});

it('a comment that is written again later, or after an answer, is another one', async () => {
  const { ann, bob, first } = await openTeam();
  const body = { events: [first], text: 'done' };
  await add(ann, body);
  await add(bob, { events: [first], text: 'not yet' });
  await add(ann, body);
  await events.foundation.database.inScope(CONSUMER, (em) =>
    rows(em, sql`update events.comment set created = created - interval '11 minutes' where event_id = ${first}`),
  );
  await add(ann, body);
  expect(await textsOf(ann, first)).toEqual(['ann: done', 'bob: not yet', 'ann: done', 'ann: done']);
});

it.each(['events', 'filters'] as const)('the same comment in calls at once, by %s, is added once', async (by) => {
  const { ann, first, second, third } = await openTeam();
  const ids = [first, second, third];
  const body = { text: 'at once', ...(by === 'events' ? { events: ids } : { filters: {} }) };
  // Nobody goes on until both wait for the events.
  const { database } = events.foundation;
  const calls = await database.inScope(CONSUMER, async (em) => {
    await rows(em, sql`select 1 from events.event where id = any (${ids}::uuid[]) order by id for update`);
    const both = [add(ann, body), add(ann, body)];
    const waiting = sql<{ pid: number }>`select distinct l.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where not l.granted and a.datname = current_database()`;
    await waitUntil('both calls', async () => (await rows(em, waiting)).length === both.length);
    return both;
  });
  expect((await Promise.all(calls)).map(({ added }) => added)).toEqual([3, 3]);
  for (const id of ids) expect(await textsOf(ann, id)).toEqual(['ann: at once']);
});
