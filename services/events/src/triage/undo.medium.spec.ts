import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CONSUMER, rows, sql } from '@leakwatch/platform';
import { openEvents, publishOrganisation } from '../events.fixture.ts';
import { openTriage } from './triage.fixture.ts';

let events: Awaited<ReturnType<typeof openEvents>>;
beforeAll(async () => {
  events = await openEvents();
});
afterAll(() => events?.close());

const fixedAt = (id: string) =>
  events.foundation.database.inScope(CONSUMER, (em) => rows(em, sql`select fixed_at::text from events.event where id = ${id}`));

async function openTeam() {
  const triage = await openTriage(events);
  const [irina, boris] = [await triage.join('irina'), await triage.join('boris')];
  await events.find(triage.of, ['a.env', 'b.env']);
  const ids = (await events.list(irina)).results.map(({ id }) => id);
  const [id = '', other = ''] = ids;
  const read = async () => (await events.list(irina)).results.find((event) => event.id === id);
  return { triage, irina, boris, id, other, read };
}

it('an undo gives an event that was fixed the time since when it is', async () => {
  const { triage, irina, boris, id, read } = await openTeam();
  await triage.setStatus(irina, { events: [id], status: 'fixed', reason: 'removed' });
  const since = await fixedAt(id);
  const { batch } = await triage.setStatus(boris, { filters: { status: ['all'] }, status: 'false' });
  expect(await fixedAt(id)).toEqual([{ fixed_at: null }]);
  expect(await triage.undo(boris, batch)).toBe(2);
  expect(await read()).toMatchObject({ status: 'fixed', reason: 'removed' });
  expect(await fixedAt(id)).toEqual(since);
});

it('an undo of a reason keeps the same reason that somebody gave again with the status', async () => {
  const { triage, irina, boris, id, read } = await openTeam();
  await triage.setStatus(irina, { events: [id], status: 'false' });
  const { batch } = await triage.assign(irina, { events: [id], reason: 'test_data' });
  await triage.setStatus(boris, { events: [id], status: 'open' });
  await triage.setStatus(boris, { events: [id], status: 'false', reason: 'test_data' });
  expect(await triage.undo(irina, batch)).toBe(0);
  expect(await read()).toMatchObject({ status: 'false', reason: 'test_data' });
});

it('nobody undoes anything on events of an organisation that is not active, but staff', async () => {
  const { triage, irina, id, other, read } = await openTeam();
  const status = await triage.setStatus(irina, { events: [id], status: 'in_progress' });
  const date = await triage.assign(irina, { events: [id, other], due_date: '2090-01-01' });
  await publishOrganisation(events, triage.organisation, false, 2);
  await events.settled();
  expect([await triage.undo(irina, status.batch), await triage.undo(irina, date.batch)]).toEqual([0, 0]);
  expect(await read()).toMatchObject({ status: 'in_progress', due_date: '2090-01-01' });
  const staff = { ...irina, staff: true };
  expect([await triage.undo(staff, status.batch), await triage.undo(staff, date.batch)]).toEqual([1, 2]);
  expect(await read()).toMatchObject({ status: 'open', due_date: null });
});
