import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BodyOf, createEventView, type EventView, listEventViews, ORGANISATION_VIEWS_MAX, OWN_VIEWS_MAX } from '@leakwatch/contracts';
import { type Caller, CONSUMER, row, sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { openEvents } from '../events.fixture.ts';
import { openTriage } from '../triage/triage.fixture.ts';

let events: Awaited<ReturnType<typeof openEvents>>;
beforeAll(async () => {
  events = await openEvents();
});
afterAll(() => events?.close());

const PATH = listEventViews.path;
const list = async (caller: Caller): Promise<EventView[]> => listEventViews.answer.parse((await events.get(caller, PATH)).json());
const names = async (caller: Caller) => (await list(caller)).map(({ name }) => name);
const save = async (
  caller: Caller,
  body: Omit<Partial<BodyOf<typeof createEventView>>, 'filters'> & { name: string; filters?: object },
) => {
  const answer = await events.call(caller, 'POST', PATH, { filters: {}, ...body });
  const { code }: { code?: string } = answer.json();
  return { status: answer.statusCode, code, answer };
};
const saved = async (...of: Parameters<typeof save>) => createEventView.answer.parse((await save(...of)).answer.json());
const edit = async (caller: Caller, method: 'PATCH' | 'DELETE', id: string, body?: object) => {
  const answer = await events.call(caller, method, `${PATH}${id}/`, body);
  return answer.statusCode === 200 ? 200 : answer.json().code;
};

async function stage() {
  const triage = await openTriage(events);
  return { triage, anna: await triage.join('anna'), boris: await triage.join('boris') };
}

describe('saved views', () => {
  it('hold filters and order; own ones are seen by their owner, those of the organisation by its members', async () => {
    const { anna, boris } = await stage();
    const filters = { status: ['open' as const, 'in_progress' as const], assignee: ['me'], due: 'overdue' as const, pattern: ['a b'] };
    const own = await saved(anna, { name: '  Mine  ', filters, sort: 'severity' });
    expect(own).toMatchObject({ name: 'Mine', shared: false, author: 'anna', filters, sort: 'severity', fault: null });
    await saved(anna, { name: 'Ours', shared: true });
    await saved(boris, { name: 'mine' });
    expect([await names(anna), await names(boris)]).toEqual([
      ['Mine', 'Ours'],
      ['mine', 'Ours'],
    ]);
    expect(await list(anna)).toContainEqual(own);
  });

  it('have names that look different and do not turn the names beside them', async () => {
    const { anna } = await stage();
    const named = await saved(anna, { name: 'Open\u202e  leaks\u200b', shared: true });
    expect(named.name).toBe('Open leaks');
    expect((await save(anna, { name: 'Open\u200f leaks', shared: true })).code).toBe('view_exists');
    expect((await save(anna, { name: '\u202e\u200b' })).status).toBe(400);
    expect(await edit(anna, 'PATCH', named.id, { name: '\u2067All' })).toBe(200);
    expect(await names(anna)).toEqual(['All']);
  });

  it('are changed and deleted by their owner, those of the organisation by any member, and by nobody else', async () => {
    const { anna, boris } = await stage();
    const { boris: stranger } = await stage();
    const own = await saved(anna, { name: 'Own' });
    const ours = await saved(anna, { name: 'Ours', shared: true, sort: 'severity' });
    for (const [caller, id] of [
      [boris, own.id],
      [stranger, own.id],
      [stranger, ours.id],
      [testCaller(null, { staff: true }), ours.id],
      [anna, randomUUID()],
    ] as const) {
      expect(await edit(caller, 'PATCH', id, { name: 'Taken' })).toBe('not_found');
      expect(await edit(caller, 'DELETE', id)).toBe('not_found');
    }
    expect(await edit(boris, 'PATCH', ours.id, { name: 'All of us' })).toBe(200);
    expect((await list(anna)).find(({ id }) => id === ours.id)).toMatchObject({ name: 'All of us', sort: 'severity' });
    expect(await edit(boris, 'PATCH', ours.id, { filters: { severity: ['high'] } })).toBe(200);
    expect((await list(anna)).find(({ id }) => id === ours.id)).toEqual({
      ...ours,
      name: 'All of us',
      filters: { severity: ['high'] },
      sort: undefined,
      version: 3,
    });
    expect([await edit(anna, 'DELETE', own.id), await edit(boris, 'DELETE', ours.id)]).toEqual([200, 200]);
    expect(await list(anna)).toEqual([]);
  });

  it('are not changed by a person who saw another version', async () => {
    const { anna, boris } = await stage();
    const ours = await saved(anna, { name: 'Ours', shared: true });
    expect(ours.version).toBe(1);
    const filters = { severity: ['high'] };
    expect(await edit(boris, 'PATCH', ours.id, { filters, version: 1 })).toBe(200);
    expect(await edit(anna, 'PATCH', ours.id, { filters: { severity: ['low'] }, version: 1 })).toBe('changed_meanwhile');
    expect(await list(anna)).toMatchObject([{ filters, version: 2 }]);
    // What changes nothing is no new version; a program that names none is not held to it.
    expect(await edit(boris, 'PATCH', ours.id, { filters, version: 2 })).toBe(200);
    expect(await edit(anna, 'PATCH', ours.id, { name: 'All of us', version: 2 })).toBe(200);
    expect(await edit(boris, 'PATCH', ours.id, { name: 'Of all' })).toBe(200);
    expect(await list(anna)).toMatchObject([{ name: 'Of all', version: 4 }]);
  });

  it('have names of their own, and a bound; a person and an organisation are counted apart', async () => {
    const { anna, boris } = await stage();
    const first = await saved(anna, { name: 'First' });
    await saved(anna, { name: 'Other' });
    expect((await save(anna, { name: 'FIRST' })).code).toBe('view_exists');
    expect(await edit(anna, 'PATCH', first.id, { name: 'other' })).toBe('view_exists');
    for (const name of ['', '   ', 'a'.repeat(81)]) expect((await save(anna, { name })).code).toBe('invalid_request');
    expect((await save(anna, { name: 'Bad', filters: { usernam: ['x'] } })).code).toBe('invalid_request');

    // Two more than there may be, all at once.
    const more = Array.from({ length: OWN_VIEWS_MAX }, (_, at) => save(anna, { name: `view ${at}` }));
    expect((await Promise.all(more)).filter(({ code }) => code === 'views_max')).toHaveLength(2);
    expect(await list(anna)).toHaveLength(OWN_VIEWS_MAX);
    const shared = Array.from({ length: ORGANISATION_VIEWS_MAX + 1 }, (_, at) => save(boris, { name: `view ${at}`, shared: true }));
    expect((await Promise.all(shared)).filter(({ code }) => code === 'views_max')).toHaveLength(1);
    expect(await list(boris)).toHaveLength(ORGANISATION_VIEWS_MAX);
  });

  it('say what of their filters is not there any more, and can be deleted', async () => {
    const { triage, anna } = await stage();
    const leaver = await triage.join('leaver');
    const other = { organisation_id: triage.organisation, task_id: randomUUID() };
    await events.publishTask(other);
    await events.find(other, ['a.env']);
    const id = (await events.list(anna)).results[0]?.id ?? '';
    const faults = async () => Object.fromEntries((await list(anna)).map(({ name, fault }) => [name, fault]));
    await saved(anna, { name: 'a task', filters: { task: other.task_id } });
    await saved(anna, { name: 'an event', filters: { similar_to: id } });
    await saved(anna, { name: 'a member', filters: { assignee: ['me', leaver.account.id] } });
    const old = await saved(anna, { name: 'an old filter' });
    expect(new Set(Object.values(await faults()))).toEqual(new Set([null]));

    await events.deleteTask(other);
    await triage.publish(leaver.account.id, 2, null);
    await events.foundation.database.inScope(CONSUMER, (em) =>
      row(em, sql`update events.saved_view set filters = '{"colour": ["red"]}' where id = ${old.id}`),
    );
    expect(await faults()).toEqual({ 'a task': 'task', 'an event': 'event', 'a member': 'assignee', 'an old filter': 'filters' });
    expect((await list(anna)).find((one) => one.id === old.id)?.filters).toBeNull();
    expect(await edit(anna, 'DELETE', old.id)).toBe(200);
  });

  it('of a member who leaves are deleted; those that the person saved for the organisation stay', async () => {
    const { triage, anna } = await stage();
    const leaver = await triage.join('leaver');
    await saved(leaver, { name: 'own' });
    await saved(leaver, { name: 'shared', shared: true });
    await triage.publish(leaver.account.id, 2, null);
    await triage.publish(leaver.account.id, 3, triage.organisation, 'leaver');
    expect([await names(leaver), await names(anna)]).toEqual([['shared'], ['shared']]);
  });

  it('need an organisation', async () => {
    const staff = testCaller(null, { staff: true });
    expect(await list(staff)).toEqual([]);
    expect((await save(staff, { name: 'a view' })).code).toBe('not_in_organisation');
  });
});
