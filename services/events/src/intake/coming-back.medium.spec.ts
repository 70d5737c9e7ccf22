import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changeOneStatus, type EventChange, eventChangesV1, getEvent, listEventActivity } from '@leakwatch/contracts';
import { BUS, type Bus, CONSUMER, type Delivery, rows, sql } from '@leakwatch/platform';
import { testCaller, waitUntil } from '@leakwatch/testing';
import type { EventStatus, TriageStatus } from '@leakwatch/vocabulary';
import fc from 'fast-check';
import { makeOwner, openEvents, publishOrganisation } from '../events.fixture.ts';

const versionOf = (number: number) => String(number).padStart(40, '0');
const LONG_AGO = '2026-01-01T00:00:00.000Z';

type Step =
  | { readonly kind: 'find'; readonly version: number; readonly late: boolean }
  | { readonly kind: 'set'; readonly status: TriageStatus };

describe('a leak that is found again', () => {
  let events: Awaited<ReturnType<typeof openEvents>>;
  const changes: EventChange[] = [];
  beforeAll(async () => {
    events = await openEvents();
    const handle = async (batch: readonly Delivery<EventChange>[]) => void changes.push(...batch.map(({ payload }) => payload));
    await events.app.get<Bus>(BUS).consume({ group: 'test', message: eventChangesV1, handle });
  });
  afterAll(() => events.close());

  const leaked = async () => {
    const { of } = await makeOwner(events);
    await publishOrganisation(events, of.organisation_id);
    const user = testCaller(of.organisation_id, { account: { id: randomUUID(), username: 'irina' } });
    const find = (version: number, found_at = new Date().toISOString()) =>
      events.find(of, ['a'], { document: { version: versionOf(version), bytes: 100 }, found_at });
    await find(1);
    const id = (await events.list(user)).results[0]?.id ?? '';
    const set = (status: TriageStatus) => events.call(user, 'POST', changeOneStatus.path.replace('{id}', id), { status });
    const read = async () => getEvent.answer.parse((await events.get(user, getEvent.path.replace('{id}', id))).json());
    return { of, user, id, find, set, read };
  };

  it('opens again with its history when it was fixed and stands in a new version', async () => {
    const { user, id, find, set, read } = await leaked();
    const digests = () =>
      events.foundation.database.inScope(CONSUMER, (em) => rows(em, sql`select 1 from events.digest_item where event_id = ${id}`));
    await events.foundation.database.inScope(CONSUMER, (em) => rows(em, sql`delete from events.digest_item where event_id = ${id}`));
    await set('fixed');
    await find(1);
    expect(await read()).toMatchObject({ status: 'fixed', versions: 1, came_back: false });
    expect(await digests()).toEqual([]);
    await find(2);
    expect(await read()).toMatchObject({ status: 'open', versions: 2, came_back: true });
    expect(await digests()).toHaveLength(1);
    const activity = await events.get(user, listEventActivity.path.replace('{id}', id));
    expect(listEventActivity.answer.parse(activity.json()).results).toMatchObject([
      { kind: 'came_back', actor_kind: 'system', from: 'fixed', to: 'open' },
      { kind: 'status', actor: 'irina', to: 'fixed' },
      { kind: 'found' },
    ]);
    const change = await waitUntil('the message', async () => changes.find(({ event_id, from }) => event_id === id && from === 'fixed'));
    expect(change).toMatchObject({ from: 'fixed', to: 'open' });
  });

  it('stays fixed when the finding is older than the decision', async () => {
    const { find, set, read } = await leaked();
    await set('fixed');
    await find(2, LONG_AGO);
    expect(await read()).toMatchObject({ status: 'fixed', versions: 2 });
    // It is known from now on.
    await find(2);
    expect((await read()).status).toBe('fixed');
  });

  it('in an older version that is read again, and alone, stays as it is, and is looked for in the newest version', async () => {
    const { id, find, set, read } = await leaked();
    const newest = () =>
      events.foundation.database.inScope(CONSUMER, (em) => rows(em, sql`select document_version from events.event where id = ${id}`));
    await find(2);
    await set('fixed');
    const before = await read();
    await find(1);
    const after = await read();
    expect(after).toMatchObject({ status: 'fixed', versions: 2, came_back: false });
    expect(Date.parse(after.last_seen)).toBeGreaterThan(Date.parse(before.last_seen));
    expect(await newest()).toEqual([{ document_version: versionOf(2) }]);
    await find(3);
    expect(await newest()).toEqual([{ document_version: versionOf(3) }]);
  });

  it('that was stored before versions were kept knows the last one', async () => {
    const { id, find, set, read } = await leaked();
    await events.foundation.database.inScope(CONSUMER, (em) =>
      rows(em, sql`update events.event set seen_versions = '{}' where id = ${id}`),
    );
    await set('fixed');
    await find(1);
    expect((await read()).status).toBe('fixed');
    await find(2);
    expect((await read()).status).toBe('open');
  });

  it('as a near copy of a false one is shown and says so', async () => {
    const { of, user } = await leaked();
    const text = 'romashka vpn of the old office: the gateway, the group and the shared key of the branch in Tver';
    const change = { excerpt: { text, segments: [{ at: 0, line: 1 }], highlights: [], truncated: false } };
    await events.find(of, ['false'], change);
    const id = (await events.list(user)).results.find(({ file_path }) => file_path === 'false')?.id ?? '';
    await events.call(user, 'POST', changeOneStatus.path.replace('{id}', id), { status: 'false' });
    await events.find(of, ['copy'], change);
    const copy = (await events.list(user)).results.find(({ file_path }) => file_path === 'copy');
    expect(copy).toMatchObject({ status: 'open', similar_to_false: id });
  });

  it('has the status that the rules give after any sequence of findings and decisions', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('find' as const), version: fc.integer({ min: 1, max: 4 }), late: fc.boolean() }),
      fc.record({ kind: fc.constant('set' as const), status: fc.constantFrom<TriageStatus>('open', 'in_progress', 'fixed', 'false') }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps: readonly Step[]) => {
        const { find, set, read } = await leaked();
        const seen = new Set([1]);
        let status: EventStatus = 'open';
        for (const one of steps) {
          if (one.kind === 'set') {
            await set(one.status);
            status = one.status;
            continue;
          }
          await find(one.version, one.late ? LONG_AGO : undefined);
          if (status === 'fixed' && !seen.has(one.version) && !one.late) status = 'open';
          seen.add(one.version);
        }
        expect(await read()).toMatchObject({ status, versions: seen.size });
      }),
      { numRuns: 15 },
    );
  });
});
