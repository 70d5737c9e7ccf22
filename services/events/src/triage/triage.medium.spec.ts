import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { openEvents, publishOrganisation } from '../events.fixture.ts';
import { openTriage } from './triage.fixture.ts';

let events: Awaited<ReturnType<typeof openEvents>>;
let triage: Awaited<ReturnType<typeof openTriage>>;
let irina: Awaited<ReturnType<typeof triage.join>>;
let boris: Awaited<ReturnType<typeof triage.join>>;
let made = 0;
beforeAll(async () => {
  events = await openEvents();
  triage = await openTriage(events);
  irina = await triage.join('irina');
  boris = await triage.join('boris');
});
afterAll(() => events?.close());

const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

/** Ids of new events, of no other test. */
async function find(count: number): Promise<string[]> {
  made += 1;
  const repo = `repo-${made}`;
  await events.find(
    triage.of,
    Array.from({ length: count }, (_, at) => `${repo}/${at}.env`),
    { pattern: { id: randomUUID(), kind: 'keyword', text: repo } },
  );
  return (await events.list(irina, `&pattern=${repo}`)).results.map(({ id }) => id);
}
const rowOf = async (id: string, by: Caller = irina) => {
  const [row] = (await events.list(by, `&id=${id}`)).results;
  if (row === undefined) throw new Error(`no event ${id}`);
  const { assignee, due_date, overdue, reason, status } = row;
  return { assignee: assignee?.name ?? null, due_date, overdue, reason, status };
};
const matched = async (by: Caller, query: string, ids: readonly string[]) =>
  (await events.list(by, `&${query}`)).results.map(({ id }) => id).filter((id) => ids.includes(id));

describe('assigning', () => {
  it('to oneself, to another member and to nobody is shown in the row, found by filters and recorded', async () => {
    const [one = '', other = '', free = ''] = await find(3);
    const ids = [one, other, free];
    expect(await triage.assign(irina, { events: [one], assignee: 'me' })).toMatchObject({ changed: 1, skipped: [], left: 0 });
    await triage.assign(irina, { events: [other], assignee: boris.account.id });
    expect([await rowOf(one), await rowOf(other), await rowOf(free)].map(({ assignee }) => assignee)).toEqual(['irina', 'boris', null]);
    expect(await matched(irina, 'assignee=me', ids)).toEqual([one]);
    expect(await matched(boris, 'assignee=me', ids)).toEqual([other]);
    expect(await matched(boris, 'assignee=none', ids)).toEqual([free]);
    expect(new Set(await matched(boris, `assignee=none&assignee=${irina.account.id}`, ids))).toEqual(new Set([one, free]));

    await triage.assign(boris, { events: [one], assignee: null });
    expect((await rowOf(one)).assignee).toBeNull();
    expect((await triage.activity(irina, one)).slice(0, 2)).toEqual([
      { kind: 'assignee', actor: 'boris', by: 'user', before: 'irina', after: null },
      { kind: 'assignee', actor: 'irina', by: 'user', before: null, after: 'irina' },
    ]);
  });

  it('and a due date and a reason change in one call; what is absent stays', async () => {
    const [id = ''] = await find(1);
    await triage.setStatus(irina, { events: [id], status: 'false' });
    await triage.assign(irina, { events: [id], assignee: 'me', due_date: '2026-12-31', reason: 'test_data' });
    await triage.assign(irina, { events: [id], due_date: null });
    expect(await rowOf(id)).toEqual({ assignee: 'irina', due_date: null, overdue: false, reason: 'test_data', status: 'false' });
    expect((await triage.activity(irina, id)).slice(0, 1)).toEqual([
      { kind: 'due_date', actor: 'irina', by: 'user', before: '2026-12-31', after: null },
    ]);
  });

  it('says which events stay as they are, and why', async () => {
    const [id = '', done = ''] = await find(2);
    await triage.assign(irina, { events: [done], assignee: 'me' });
    const missing = randomUUID();
    expect(await triage.assign(irina, { events: [id, done, missing], assignee: 'me' })).toMatchObject({
      changed: 1,
      skipped: [
        { id: done, reason: 'unchanged' },
        { id: missing, reason: 'not_found' },
      ],
    });
    expect(await triage.assign(irina, { events: [id], reason: 'revoked' })).toMatchObject({
      changed: 0,
      skipped: [{ id, reason: 'reason_unsuitable' }],
    });
  });

  it.each([
    ['neither events nor filters', {}],
    ['both', { events: [randomUUID()], filters: {} }],
  ])('refuses %s, a change of nothing and a date that is none', async (_, target) => {
    expect(await triage.refused(irina, { ...target, assignee: null })).toEqual({ status: 400, code: 'invalid_request' });
    expect(await triage.refused(irina, { events: [randomUUID()] })).toEqual({ status: 400, code: 'invalid_request' });
    for (const due_date of ['2026-02-30', '0000-01-01', '12026-01-01', 'soon'])
      expect(await triage.refused(irina, { events: [randomUUID()], due_date })).toEqual({ status: 400, code: 'invalid_request' });
  });
});

describe('people of other organisations', () => {
  it('are no assignees, are refused as accounts that do not exist, and see neither members nor assignees', async () => {
    const [id = ''] = await find(1);
    await triage.assign(irina, { events: [id], assignee: 'me' });
    const others = await openTriage(events);
    const eve = await others.join('eve');
    const refusal = { status: 404, code: 'member_not_found' };
    expect(await triage.refused(irina, { events: [id], assignee: eve.account.id })).toEqual(refusal);
    expect(await triage.refused(irina, { events: [id], assignee: randomUUID() })).toEqual(refusal);
    expect(await triage.refused(eve, { events: [id], assignee: irina.account.id })).toEqual(refusal);
    expect(await triage.assign(eve, { events: [id], assignee: null })).toMatchObject({ skipped: [{ id, reason: 'not_found' }] });
    expect(await triage.assign(eve, { filters: { status: ['all'] }, assignee: 'me' })).toMatchObject({ changed: 0, left: 0 });

    expect(await others.members(eve)).toEqual([{ id: eve.account.id, name: 'eve' }]);
    expect(await others.members(eve, `?org=${triage.organisation}`)).toEqual([{ id: eve.account.id, name: 'eve' }]);
    expect((await events.get(eve, `/api/events/members/?event=${id}`)).statusCode).toBe(404);
    expect((await events.list(eve, `&assignee=${irina.account.id}`)).count).toBe(0);
    expect((await triage.statistics(eve)).assignees).toEqual([]);
    expect((await rowOf(id)).assignee).toBe('irina');
  });

  it('staff assign to members of the organisation of the event alone', async () => {
    const [id = ''] = await find(1);
    const others = await openTriage(events);
    const eve = await others.join('eve');
    const staff = testCaller(null, { staff: true });
    expect(await triage.assign(staff, { events: [id], assignee: eve.account.id })).toMatchObject({
      skipped: [{ id, reason: 'not_member' }],
    });
    expect(await triage.assign(staff, { filters: { id, status: ['all'] }, assignee: eve.account.id })).toMatchObject({ changed: 0 });
    expect(await triage.refused(staff, { events: [id], assignee: 'me' })).toEqual({ status: 404, code: 'member_not_found' });
    expect((await triage.members(staff, `?event=${id}`)).map(({ name }) => name)).toContain('irina');
    expect(await triage.assign(staff, { events: [id], assignee: irina.account.id })).toMatchObject({ changed: 1 });
    expect((await triage.activity(irina, id))[0]).toMatchObject({ by: 'staff', after: 'irina' });
  });

  it('a member who leaves, or moves to another organisation, loses the events; both are recorded', async () => {
    const [gone = '', moved = ''] = await find(2);
    const [leaver, mover] = [await triage.join('leaver'), await triage.join('mover')];
    await triage.assign(irina, { events: [gone], assignee: leaver.account.id });
    await triage.assign(irina, { events: [moved], assignee: mover.account.id });
    const { organisation: elsewhere } = await openTriage(events);
    await triage.publish(leaver.account.id, 2, null);
    await triage.publish(mover.account.id, 2, elsewhere, 'mover');
    for (const [id, name] of [
      [gone, 'leaver'],
      [moved, 'mover'],
    ] as const) {
      expect((await rowOf(id)).assignee).toBeNull();
      expect((await triage.activity(irina, id))[0]).toEqual({ kind: 'assignee', actor: 'system', by: 'system', before: name, after: null });
    }
    expect((await triage.members(irina)).map(({ name }) => name)).toEqual(expect.not.arrayContaining(['leaver', 'mover']));
    // An older message that is replayed restores no member.
    await triage.publish(leaver.account.id, 1, triage.organisation, 'leaver');
    expect(await triage.refused(irina, { events: [gone], assignee: leaver.account.id })).toMatchObject({ code: 'member_not_found' });
  });

  it('an organisation that is not active triages nothing', async () => {
    const closed = await openTriage(events);
    const anna = await closed.join('anna');
    await events.find(closed.of, ['a.env']);
    await publishOrganisation(events, closed.organisation, false, 2);
    await events.settled();
    const [event] = (await events.list(anna)).results;
    const id = event?.id ?? '';
    expect(await closed.assign(anna, { events: [id], assignee: 'me' })).toMatchObject({ skipped: [{ id, reason: 'not_allowed' }] });
    expect(await closed.assign(anna, { filters: {}, assignee: 'me' })).toMatchObject({ changed: 0, left: 0 });
    expect(await closed.setStatus(anna, { filters: {}, status: 'fixed' })).toMatchObject({ changed: 0, left: 0 });
  });
});

describe('reasons', () => {
  it('come with the status that closes, are recorded, and go when the event is opened', async () => {
    const [id = ''] = await find(1);
    await triage.setStatus(irina, { events: [id], status: 'fixed', reason: 'revoked' });
    expect(await rowOf(id)).toMatchObject({ status: 'fixed', reason: 'revoked' });
    expect((await triage.activity(irina, id))[0]).toMatchObject({ kind: 'status', after: 'revoked' });
    const { batch } = await triage.setStatus(irina, { events: [id], status: 'open' });
    expect((await rowOf(id)).reason).toBeNull();
    expect(await triage.undo(irina, batch)).toBe(1);
    expect(await rowOf(id)).toMatchObject({ status: 'fixed', reason: 'revoked' });
  });

  it('that do not go with the status are refused', async () => {
    const [id = ''] = await find(1);
    for (const body of [
      { status: 'false', reason: 'revoked' },
      { status: 'open', reason: 'revoked' },
      { status: 'in_progress', reason: 'test_data' },
    ] as const) {
      const answer = await events.call(irina, 'POST', '/api/events/change_status/', { events: [id], ...body });
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'reason_unsuitable']);
    }
    expect(await rowOf(id)).toMatchObject({ status: 'open', reason: null });
  });
});

describe('everything that matches', () => {
  it('is assigned, closed and undone in one call each', async () => {
    const ids = await find(4);
    const filters = { pattern: [`repo-${made}`] };
    const [first = ''] = ids;
    await triage.setStatus(irina, { events: [first], status: 'false' });
    expect(await triage.assign(boris, { filters, assignee: 'me', due_date: YESTERDAY })).toMatchObject({ changed: 3, left: 0 });
    expect(await matched(boris, 'assignee=me&due=overdue', ids)).toHaveLength(3);
    const closed = await triage.setStatus(boris, { filters: { ...filters, assignee: ['me'] }, status: 'fixed', reason: 'removed' });
    expect(closed).toMatchObject({ changed: 3, skipped: [], left: 0 });
    expect(await matched(boris, 'due=overdue', ids)).toEqual([]);
    expect(await triage.undo(boris, closed.batch)).toBe(3);
    expect(await matched(boris, 'due=overdue', ids)).toHaveLength(3);
  });

  it('gets its reason afterwards, by the change of status: those that it changed, for its author, while nobody changed them', async () => {
    const [first = '', second = '', third = ''] = await find(3);
    const filters = { pattern: [`repo-${made}`] };
    await triage.setStatus(irina, { events: [third], status: 'false', reason: 'test_data' });
    const { batch, changed } = await triage.setStatus(irina, { filters, status: 'false' });
    expect(changed).toBe(2);
    expect(await triage.assign(boris, { batch, reason: 'public_data' })).toMatchObject({ changed: 0 });
    const stranger = (await openTriage(events)).join('eve');
    expect(await triage.assign(await stranger, { batch, reason: 'public_data' })).toMatchObject({ changed: 0 });
    expect(await triage.assign(irina, { batch, reason: 'revoked' })).toMatchObject({ changed: 0 });
    expect(await triage.assign(irina, { batch, reason: 'public_data' })).toMatchObject({ changed: 2, skipped: [], left: 0 });
    const reasons = async () => [await rowOf(first), await rowOf(second), await rowOf(third)].map(({ reason }) => reason);
    expect((await reasons()).sort()).toEqual(['public_data', 'public_data', 'test_data']);
    await triage.setStatus(boris, { events: [first], status: 'open' });
    expect(await triage.assign(irina, { batch, reason: 'accepted_risk' })).toMatchObject({ changed: 1 });
    expect(await reasons()).toEqual([null, 'accepted_risk', 'test_data']);
    expect(await triage.refused(irina, { batch, events: [first], reason: 'accepted_risk' })).toMatchObject({ status: 400 });
    // The reason is no later change of the status: the undo still takes it back.
    expect(await triage.undo(irina, batch)).toBe(1);
    expect(await reasons()).toEqual([null, null, 'test_data']);
  });

  it('only its author undoes a change, once, and only where nobody has changed the value since', async () => {
    const [one = '', other = ''] = await find(2);
    const { batch } = await triage.assign(irina, { events: [one, other], assignee: 'me', due_date: '2027-01-01' });
    await triage.assign(boris, { events: [other], assignee: 'me' });
    expect(await triage.undo(boris, batch)).toBe('undo_expired');
    expect(await triage.undo(irina, batch)).toBe(2);
    expect([await rowOf(one), await rowOf(other)]).toMatchObject([
      { assignee: null, due_date: null },
      { assignee: 'boris', due_date: null },
    ]);
    expect(await triage.undo(irina, batch)).toBe(0);
    expect(await triage.undo(irina, randomUUID())).toBe('undo_expired');
  });

  it('an undo brings back neither a member who has left nor a reason of another status', async () => {
    const [id = ''] = await find(1);
    const leaver = await triage.join('left');
    await triage.setStatus(irina, { events: [id], status: 'fixed', reason: 'removed' });
    await triage.assign(irina, { events: [id], assignee: leaver.account.id });
    const { batch } = await triage.assign(irina, { events: [id], assignee: 'me', reason: null });
    await triage.publish(leaver.account.id, 2, null);
    await triage.setStatus(boris, { events: [id], status: 'open' });
    expect(await triage.undo(irina, batch)).toBe(0);
    expect(await rowOf(id)).toMatchObject({ status: 'open', assignee: 'irina', reason: null });
  });
});
