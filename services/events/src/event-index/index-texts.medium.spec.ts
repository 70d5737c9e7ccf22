import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CONSUMER, organisationScope, rows, type Scope, SCHEDULER, sql, STAFF } from '@leakwatch/platform';
import { makeOwner, openEvents } from '../events.fixture.ts';
import { PurgeDeletedEvents } from '../deletion/purge-deleted-events.ts';
import { IndexTexts } from './index-texts.ts';

describe('the index of texts', () => {
  let events: Awaited<ReturnType<typeof openEvents>>;
  let index: IndexTexts;
  beforeAll(async () => {
    events = await openEvents();
    index = events.app.get(IndexTexts);
  });
  afterAll(() => events.close());

  const run = <T>(scope: Scope, statement: ReturnType<typeof sql<T>>) =>
    events.foundation.database.inScope(scope, (em) => rows(em, statement));
  /** The paths of the events that the function finds. */
  const found = async (scope: Scope, field: string, part: string, asked: string | null = null) => {
    const ids = await run(scope, sql<{ id: string }>`select events.events_with_text(${field}, ${part}, ${asked}::uuid, null) as id`);
    const named = await run(
      CONSUMER,
      sql<{ path: string }>`select path from events.event where id = any (${ids.map(({ id }) => id)}::uuid[]) order by path`,
    );
    return named.map(({ path }) => path);
  };
  const waiting = async (organisation: string) =>
    (await run(CONSUMER, sql`select from events.text_to_index where organisation_id = ${organisation}`)).length;
  const indexed = async (organisation: string) =>
    (await run(CONSUMER, sql`select from events.event_text where organisation_id = ${organisation}`)).length;
  const indexAll = async () => {
    while ((await run(CONSUMER, sql`select from events.text_to_index limit 1`)).length > 0) await index.run();
  };

  it('gets the texts of new events, page by page, and finds parts of them', async () => {
    const { of } = await makeOwner(events);
    await events.find(of, ['config/Ключ.yml', 'b', 'c', 'd', 'e'], { container: { key: 'k', title: 't', url: 'u', owner: 'Команда 7' } });
    await indexAll();
    expect([await waiting(of.organisation_id), await indexed(of.organisation_id)]).toEqual([0, 5]);
    const ours = organisationScope(of.organisation_id);
    expect(await found(ours, 'path', 'fig/кЛЮч')).toEqual(['config/Ключ.yml']);
    expect(await found(ours, 'path', 'g/')).toEqual(['config/Ключ.yml']);
    expect(await found(ours, 'path', '%')).toEqual([]);
    expect(await found(ours, 'owner', 'манДА')).toHaveLength(5);
    expect(await found(ours, 'content', 'ROMASHKA')).toHaveLength(5);
    await expect(found(ours, 'status', 'open')).rejects.toThrow(/no text status/);
  });

  it('gives the ids of one organisation to it alone, whatever it asks for', async () => {
    const [mine, other] = [await makeOwner(events), await makeOwner(events)];
    await events.find(mine.of, ['mine/token-of-a-kind']);
    await events.find(other.of, ['other/token-of-a-kind']);
    await indexAll();
    const ours = organisationScope(mine.of.organisation_id);
    const theirs = other.of.organisation_id;
    expect(await found(ours, 'path', 'token-of-a-kind')).toEqual(['mine/token-of-a-kind']);
    expect(await found(ours, 'path', 'token-of-a-kind', theirs)).toEqual([]);
    expect(await found(organisationScope(''), 'path', 'token-of-a-kind')).toEqual([]);
    expect(await found({ kind: 'identity' }, 'path', 'token-of-a-kind')).toEqual([]);
    expect(await found({ kind: 'identity' }, 'path', 'token-of-a-kind', theirs)).toEqual([]);
    for (const all of [STAFF, CONSUMER, SCHEDULER]) {
      expect(await found(all, 'path', 'token-of-a-kind')).toHaveLength(2);
      expect(await found(all, 'path', 'token-of-a-kind', theirs)).toEqual(['other/token-of-a-kind']);
    }
    // The table itself is subject to the policies for the service.
    expect(await run(ours, sql`select from events.event_text where organisation_id = ${theirs}`)).toEqual([]);
  });

  const ofOwner = (owner: string) => JSON.stringify([{ dimension: 'owner', values: [owner] }]);
  const withOwner = async (scope: Scope, owner: string, asked: string) =>
    (await run(scope, sql`select events.events_with_values(${ofOwner(owner)}::jsonb, ${asked}::uuid, null)`)).length;

  it('gives the ids of events with a value to their organisation and to staff', async () => {
    const [mine, other] = [await makeOwner(events), await makeOwner(events)];
    for (const { of } of [mine, other])
      await events.find(of, ['a', 'b'], { container: { key: 'k', title: 't', url: 'u', owner: 'Only here' } });
    await indexAll();
    const [ours, theirs] = [mine.of.organisation_id, other.of.organisation_id];
    expect(await withOwner(organisationScope(ours), 'Only here', ours)).toBe(2);
    expect(await withOwner(organisationScope(ours), 'Only here', theirs)).toBe(0);
    expect(await withOwner(organisationScope(''), 'Only here', theirs)).toBe(0);
    expect(await withOwner({ kind: 'identity' }, 'Only here', theirs)).toBe(0);
    expect(await withOwner(STAFF, 'Only here', theirs)).toBe(2);
    expect(await withOwner(organisationScope(ours), 'only here', ours)).toBe(0);
    expect(await run(organisationScope(ours), sql`select from events.event_key where organisation_id = ${theirs}`)).toEqual([]);
    await expect(run(STAFF, sql`select events.events_with_values('[]', ${ours}::uuid, null)`)).rejects.toThrow(
      /needs an organisation and values/,
    );
  });

  it('has the values of an event that is examined again', async () => {
    const { of } = await makeOwner(events);
    await events.find(of, ['a']);
    await indexAll();
    const token = randomUUID();
    const ours = organisationScope(of.organisation_id);
    const wanted = JSON.stringify([{ dimension: 'token', values: [token] }]);
    const holders = () => run(ours, sql`select events.events_with_values(${wanted}::jsonb, ${of.organisation_id}::uuid, null)`);
    expect(await holders()).toEqual([]);
    await run(
      CONSUMER,
      sql`update events.event set detectors = array[${token}::uuid], severity = 'high' where organisation_id = ${of.organisation_id}`,
    );
    expect(await waiting(of.organisation_id)).toBe(1);
    await indexAll();
    expect(await holders()).toHaveLength(1);
  });

  it('answers nothing within a scope that a session made up', async () => {
    const { of } = await makeOwner(events);
    await events.find(of, ['forged/scope']);
    await indexAll();
    for (const forged of ['', 'owner', 'ORGANISATION', 'staff ']) {
      const ids = await events.foundation.database.inScope(organisationScope(of.organisation_id), async (em) => {
        await rows(em, sql`select set_config('leakwatch.scope', ${forged}, true)`);
        const texts = await rows(em, sql`select events.events_with_text('path', 'forged/scope', null, null)`);
        return [
          ...texts,
          ...(await rows(em, sql`select events.events_with_values(${ofOwner('o')}::jsonb, ${of.organisation_id}::uuid, null)`)),
        ];
      });
      expect(ids).toEqual([]);
    }
  });

  it('loses texts with their events, also those that were deleted before they were indexed', async () => {
    const { of } = await makeOwner(events);
    await events.find(of, ['a', 'b']);
    await indexAll();
    await events.find(of, ['c', 'd', 'e']);
    await events.deleteTask(of);
    await events.app.get(PurgeDeletedEvents).run(new Date(Date.now() + 31 * 86_400_000));
    // Deleted events that waited leave the queue a page at a time.
    expect(await index.run(2, 1, 0)).toBe(0);
    expect(await waiting(of.organisation_id)).toBe(1);
    expect(await index.run(2, 2, 0)).toBe(0);
    expect([await waiting(of.organisation_id), await indexed(of.organisation_id)]).toEqual([0, 0]);
  });

  it('has the texts of an event that were changed by hand', async () => {
    const { of } = await makeOwner(events);
    await events.find(of, ['before/the-change']);
    await indexAll();
    await run(CONSUMER, sql`update events.event set path = 'after/the-change' where organisation_id = ${of.organisation_id}`);
    await indexAll();
    const ours = organisationScope(of.organisation_id);
    expect([await found(ours, 'path', 'before/'), await found(ours, 'path', 'after/')]).toEqual([[], ['after/the-change']]);
  });

  it('is written by one process at a time, and leaves events that are locked to the next round', async () => {
    const { of } = await makeOwner(events);
    const id = randomUUID();
    await events.foundation.database.inScope(CONSUMER, async (em) => {
      await events.find(of, ['locked', 'free']);
      await rows(em, sql`select pg_advisory_xact_lock(727015)`);
      expect(await index.run()).toBe(0);
    });
    await indexAll();
    await events.find(of, ['locked again', `free ${id}`]);
    await events.foundation.database.inScope(CONSUMER, async (em) => {
      await rows(em, sql`select from events.event where organisation_id = ${of.organisation_id} and path = 'locked again' for update`);
      await index.run();
      expect(await waiting(of.organisation_id)).toBe(1);
    });
    await indexAll();
    expect(await indexed(of.organisation_id)).toBe(4);
  });
});
