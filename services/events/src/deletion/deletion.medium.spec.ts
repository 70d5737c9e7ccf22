import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changeManyStatuses, internalEventCounts, internalEventRemains, internalEventSnapshot } from '@leakwatch/contracts';
import { CONSUMER, row, sql } from '@leakwatch/platform';
import { callerHeaders, testCaller } from '@leakwatch/testing';
import { makeOwner, openEvents, publishOrganisation } from '../events.fixture.ts';
import { DELETED_EVENTS_DAYS, PurgeDeletedEvents } from './purge-deleted-events.ts';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

describe('events of a task that was deleted with them', () => {
  let events: Awaited<ReturnType<typeof openEvents>>;
  let purge: PurgeDeletedEvents;

  beforeAll(async () => {
    events = await openEvents();
    purge = events.app.get(PurgeDeletedEvents);
  });
  afterAll(async () => {
    await events.close();
  });

  const open = async (caller: Parameters<typeof events.get>[0]) =>
    internalEventCounts.answer.parse((await events.get(caller, '/internal/counts/events/')).json()).events;
  /** What is stored, hidden or not. */
  const stored = async (task: string) => {
    const found = await events.foundation.database.inScope(CONSUMER, (em) =>
      row(
        em,
        sql<{ events: number; changes: number }>`
          select (select count(*)::int from events.event where task_id = ${task}) as events,
            (select count(*)::int from events.status_change c join events.event e on e.id = c.event_id where e.task_id = ${task}) as changes`,
      ),
    );
    return found ?? { events: -1, changes: -1 };
  };
  const titleOf = async (task: string) =>
    (
      await events.foundation.database.inScope(CONSUMER, (em) =>
        row(em, sql<{ title: string }>`select title from events.task where task_id = ${task}`),
      )
    )?.title;
  const snapshotOf = async (task: string) => {
    const answer = await events.get(testCaller(null, { service: 'reports' }), '/internal/events/snapshot/');
    return internalEventSnapshot.answer.parse(answer.json()).events.filter((event) => event.task_id === task);
  };

  it('disappear at once from lists, badge, same file, changes and snapshot; those of others stay', async () => {
    const { of, user, service } = await makeOwner(events);
    const other = { ...of, task_id: randomUUID() };
    const stranger = await makeOwner(events);
    await events.publishTask(other);
    await events.find(of, ['a', 'b']);
    await events.find(other, ['a']);
    await events.find(stranger.of, ['a']);
    const hidden = (await events.list(user, `&task=${of.task_id}`)).results.map((event) => event.id);
    expect(hidden).toHaveLength(2);
    expect((await events.list(user, `&task=${other.task_id}`)).results[0]?.same_file).toBe(true);
    expect(await open(service)).toBe(3);

    await events.deleteTask(of);

    const left = await events.list(user);
    expect([left.count, left.results.map((event) => event.task)]).toEqual([1, [other.task_id]]);
    expect(left.results[0]?.same_file).toBe(false);
    expect(await open(service)).toBe(1);
    expect((await events.list(testCaller(null, { staff: true }), `&task=${of.task_id}`)).count).toBe(0);
    expect((await events.list(stranger.user)).count).toBe(1);
    expect(await snapshotOf(of.task_id)).toEqual([]);
    expect(await snapshotOf(other.task_id)).toHaveLength(1);
    expect((await events.get(user, `/api/events/${hidden[0]}/same_file/`)).statusCode).toBe(404);
    const change = await events.app.inject({
      method: 'POST',
      url: '/api/events/change_status/',
      headers: callerHeaders(user),
      payload: { events: hidden, status: 'fixed' },
    });
    expect(changeManyStatuses.answer.parse(change.json())).toMatchObject({ changed: 0, skipped: [{ reason: 'not_found' }, {}] });
  });

  it('are counted for staff with their content until they are purged', async () => {
    const { of, service } = await makeOwner(events);
    const { organisation_id: id } = of;
    const remains = async () => {
      const answer = await events.call(service, 'POST', internalEventRemains.path, { organisations: [{ id, version: 2 }] });
      return internalEventRemains.answer.parse(answer.json()).remains[id];
    };
    await publishOrganisation(events, id);
    await events.settled();
    await events.find(of, ['a', 'b']);
    expect(await remains()).toMatchObject([
      { part: 'events', open: true, left: 2 },
      { part: 'content', open: true, left: 0 },
    ]);
    await publishOrganisation(events, id, false, 2);
    await events.settled();
    expect(await remains()).toMatchObject([{ open: true }, { open: true }]);
    await events.deleteTask(of);
    const [kept, content] = (await remains()) ?? [];
    expect(kept).toMatchObject({ part: 'events', open: false, left: 2, until: expect.any(String) });
    expect(content).toEqual({ part: 'content', open: false, left: 0, until: null });
    await purge.run(inDays(DELETED_EVENTS_DAYS + 1));
    expect(await remains()).toMatchObject([{ part: 'events', open: false, left: 0, until: null }, {}]);
  });

  it('stay where the task was deleted without them', async () => {
    const { of, user } = await makeOwner(events);
    await events.find(of, ['a']);
    await events.publishTask({ ...of, version: 2, archived: true, running: false });
    await events.settled();
    await purge.run(inDays(DELETED_EVENTS_DAYS * 10));
    expect((await events.list(user)).count).toBe(1);
  });

  it('are hidden also when they arrive late, and when the message is redelivered', async () => {
    const { of, user } = await makeOwner(events);
    await events.find(of, ['a']);
    await events.deleteTask(of);
    await events.deleteTask(of);
    await events.find(of, ['late']);
    expect((await events.list(user)).count).toBe(0);
    expect((await stored(of.task_id)).events).toBe(2);
  });

  it('are purged after their days with their history, and the first word of the deletion counts', async () => {
    const { of, user } = await makeOwner(events);
    const kept = { ...of, task_id: randomUUID() };
    await events.publishTask(kept);
    await events.find(of, ['a', 'b']);
    await events.find(kept, ['a']);
    await events.deleteTask(of);
    await events.foundation.database.inScope(CONSUMER, (em) =>
      row(em, sql`update events.task set events_deleted_at = ${inDays(-10)} where task_id = ${of.task_id}`),
    );
    // Published again ten days later, with a newer version.
    await events.deleteTask(of, 3);
    await purge.run(inDays(DELETED_EVENTS_DAYS - 11));
    expect(await stored(of.task_id)).toEqual({ events: 2, changes: 2 });
    expect(await titleOf(of.task_id)).toBe('a task');
    await purge.run(inDays(DELETED_EVENTS_DAYS - 9));
    expect(await stored(of.task_id)).toEqual({ events: 0, changes: 0 });
    expect(await stored(kept.task_id)).toEqual({ events: 1, changes: 1 });
    expect([await titleOf(of.task_id), await titleOf(kept.task_id)]).toEqual(['', 'a task']);
    expect((await events.list(user)).count).toBe(1);
    await events.find(of, ['after the purge']);
    expect((await events.list(user)).count).toBe(1);
  });

  it('are purged by one service at a time, in batches until none is left', async () => {
    const { of } = await makeOwner(events);
    // More than the batches of two transactions.
    await events.find(
      of,
      Array.from({ length: 2501 }, (_, index) => `file-${index}`),
    );
    await events.deleteTask(of);
    const now = inDays(DELETED_EVENTS_DAYS + 1);
    const held = events.foundation.database.inScope(CONSUMER, async (em) => {
      await row(em, sql`select pg_advisory_xact_lock(727004)`);
      return purge.run(now);
    });
    expect(await held).toBe(0);
    expect(await purge.run(now)).toBeGreaterThanOrEqual(2501);
    expect((await stored(of.task_id)).events).toBe(0);
  });
});
