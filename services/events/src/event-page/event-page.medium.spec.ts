import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  changeOneStatus,
  createComment,
  errorAnswer,
  eventNeighbours,
  getEvent,
  listEventActivity,
  listEvents,
  revealEvent,
} from '@leakwatch/contracts';
import type { Caller } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { SEVERITIES, type Severity } from '@leakwatch/vocabulary';
import { makeOwner, openEvents, publishOrganisation } from '../events.fixture.ts';

describe('the page of an event', () => {
  let events: Awaited<ReturnType<typeof openEvents>>;
  beforeAll(async () => {
    events = await openEvents();
  });
  afterAll(() => events.close());

  const owner = async () => {
    const { of } = await makeOwner(events);
    await publishOrganisation(events, of.organisation_id);
    const user = testCaller(of.organisation_id, { account: { id: randomUUID(), username: 'irina' } });
    return { of, user };
  };
  const at = (path: string, id: string) => path.replace('{id}', id);
  const get = async (caller: Caller, path: string) => (await events.get(caller, path)).json<unknown>();
  const neighbours = async (caller: Caller, id: string, query = '') =>
    eventNeighbours.answer.parse(await get(caller, `${at(eventNeighbours.path, id)}?${query}`));

  it('is the row of the list with the number of versions', async () => {
    const { of, user } = await owner();
    await events.find(of, ['a']);
    await events.find(of, ['a'], { document: { version: 'b'.repeat(40), bytes: 100 } });
    const [row] = (await events.list(user)).results;
    expect(getEvent.answer.parse(await get(user, at(getEvent.path, row?.id ?? '')))).toEqual({ ...row, versions: 2 });
  });

  it('lists what happened, newest first, a page at a time', async () => {
    const { of, user } = await owner();
    await events.find(of, ['a']);
    const id = (await events.list(user)).results[0]?.id ?? '';
    await events.call(user, 'POST', at(changeOneStatus.path, id), { status: 'in_progress' });
    await events.call(user, 'POST', createComment.path, { event: id, text: 'revoked' });
    const staff = testCaller(null, { staff: true, account: { id: randomUUID(), username: 'support' } });
    await events.call(staff, 'POST', at(revealEvent.path, id));
    const path = at(listEventActivity.path, id);
    const all = listEventActivity.answer.parse(await get(user, `${path}?limit=10`));
    expect(all.count).toBe(4);
    expect(all.results).toMatchObject([
      { kind: 'revealed', actor: 'support', actor_kind: 'staff', revealed: 'values', from: null, to: null },
      { kind: 'comment', actor: 'irina', actor_kind: 'user' },
      { kind: 'status', actor: 'irina', actor_kind: 'user', from: 'open', to: 'in_progress' },
      { kind: 'found', actor_kind: 'system', from: null, to: 'open' },
    ]);
    const second = listEventActivity.answer.parse(await get(user, `${path}?limit=1&offset=1`));
    expect(second).toEqual({ count: 4, results: all.results.slice(1, 2) });
  });

  it('leads through the list of a filter in both directions, also from an event that has left it', async () => {
    const { of, user } = await owner();
    // Those of one batch have one time: the id decides.
    await events.find(of, ['a', 'b', 'c', 'd']);
    await events.find(of, ['e'], { language: 'Python' });
    const token = ['AKIA', 'Q2W3E4R5T6Y7U2I3'].join('');
    const text = (leak: string) => ({ excerpt: { text: leak, segments: [{ at: 0, line: 1 }], highlights: [], truncated: false } });
    await events.find(of, ['h', 'i'], text(`key ${token}`));
    await events.find(of, ['k', 'l'], text('password = "h7Gq-29xLm"'));
    await events.find(of, ['f', 'g']);
    const all = (await events.list(user)).results;
    for (const event of all.filter(({ file_path }) => ['b', 'f'].includes(file_path)))
      await events.call(user, 'POST', at(changeOneStatus.path, event.id), { status: 'fixed' });
    const queries = [
      'status=all',
      'status=all&sort=severity',
      'status=open&status=fixed&sort=severity',
      'status=open',
      'status=open&status=fixed',
      'status=all&file_lang=YAML',
      'status=closed',
    ];
    for (const query of queries) {
      const path = `/api/events/?limit=100&${query}`;
      const listed = listEvents.answer.parse(await get(user, path)).results.map(({ id }) => id);
      for (const [place, id] of listed.entries())
        expect(await neighbours(user, id, query)).toEqual({ previous: listed[place - 1] ?? null, next: listed[place + 1] ?? null });
    }
    const worst = listEvents.answer.parse(await get(user, '/api/events/?limit=100&status=all&sort=severity')).results;
    const rankOf = ({ severity }: { readonly severity: Severity | null }) =>
      severity === null ? SEVERITIES.length : SEVERITIES.indexOf(severity);
    expect(worst.map(({ id }) => id)).toEqual(all.toSorted((left, right) => rankOf(left) - rankOf(right)).map(({ id }) => id));
    expect(new Set(worst.map(({ severity }) => severity)).size).toBeGreaterThan(2);
    // The pages of a cursor are those of the offsets.
    for (const sort of ['created', 'severity']) {
      const page = async (query: string) => {
        const { results, next_cursor } = listEvents.answer.parse(await get(user, `/api/events/?status=all&sort=${sort}&${query}`));
        return { ids: results.map(({ id }) => id), next_cursor };
      };
      const whole = (await page('limit=100')).ids;
      const paged = [await page('limit=3')];
      for (let cursor = paged[0]?.next_cursor; cursor; cursor = paged.at(-1)?.next_cursor)
        paged.push(await page(`limit=3&cursor=${cursor}`));
      expect(paged.flatMap(({ ids }) => ids)).toEqual(whole);
      expect((await page(`limit=2&offset=5`)).ids).toEqual(whole.slice(5, 7));
    }
    const order = all.map(({ id }) => id);
    const left = all.findIndex(({ file_path }) => file_path === 'b');
    const open = (ids: readonly string[]) =>
      ids.find((id) => all.some((one) => one.id === id && !['b', 'f'].includes(one.file_path))) ?? null;
    expect(await neighbours(user, order[left] ?? '', 'status=open')).toEqual({
      previous: open(order.slice(0, left).reverse()),
      next: open(order.slice(left + 1)),
    });
  });

  it('never leads to another organisation; its event is like a missing one', async () => {
    const [one, other] = [await owner(), await owner()];
    await events.find(one.of, ['a']);
    await events.find(other.of, ['b']);
    const id = (await events.list(one.user)).results[0]?.id ?? '';
    expect(await neighbours(one.user, id, 'status=all')).toEqual({ previous: null, next: null });
    for (const path of [getEvent.path, listEventActivity.path, eventNeighbours.path])
      for (const wanted of [id, randomUUID()]) {
        const answer = await events.get(other.user, at(path, wanted));
        expect([answer.statusCode, errorAnswer.parse(answer.json()).code]).toEqual([404, 'not_found']);
      }
  });
});
