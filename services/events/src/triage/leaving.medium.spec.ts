import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { countDeadlocks, createTestEnvironment } from '@leakwatch/testing';
import { organisationScope } from '@leakwatch/platform';
import { openEvents } from '../events.fixture.ts';
import { holdMember } from '../members/member.store.ts';
import { chosenToTriage } from './chosen-events.store.ts';
import { setTriage } from './set-triage.store.ts';
import { openTriage } from './triage.fixture.ts';

const ROUNDS = 12;
const EVENTS = 8;

it('nobody is assigned to a person who leaves at the same moment, and nothing deadlocks', async () => {
  const environment = await createTestEnvironment();
  const events = await openEvents(environment);
  const triage = await openTriage(events);
  const [anna, boris, leaver] = [await triage.join('anna'), await triage.join('boris'), await triage.join('leaver')];
  await events.find(
    triage.of,
    Array.from({ length: EVENTS }, (_, at) => `${at}.env`),
  );
  const ids = (await events.list(anna)).results.map(({ id }) => id);
  const assignee = leaver.account.id;
  const left: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await triage.publish(assignee, round * 2 + 2, triage.organisation, 'leaver');
    const { batch } = await triage.assign(anna, { events: ids, assignee });
    await triage.assign(anna, { events: ids, assignee: 'me' });
    await Promise.all([
      triage.publish(assignee, round * 2 + 3, null),
      triage.refused(boris, { events: [...ids].reverse(), assignee }),
      triage.refused(anna, { filters: { status: ['all'] }, assignee }),
      triage.setStatus(boris, { events: ids, status: round % 2 === 0 ? 'fixed' : 'open' }),
      triage.undo(anna, batch),
    ]);
    left.push((await events.list(anna, `&assignee=${assignee}`)).count);
  }
  await events.close();
  const deadlocks = await countDeadlocks(environment.databaseUrl);
  await environment.drop();
  expect({ left, deadlocks }).toEqual({ left: left.map(() => 0), deadlocks: 0 });
});

/** A change that does not wait is over by then. */
const LONG_ENOUGH_MS = 500;

it('a member who leaves while an event is assigned to it leaves after that, and loses the event', async () => {
  const events = await openEvents();
  const triage = await openTriage(events);
  const [anna, leaver] = [await triage.join('anna'), await triage.join('leaver')];
  await events.find(triage.of, ['a.env']);
  const [event] = (await events.list(anna)).results;
  let leaving: Promise<unknown> = Promise.resolve();
  await events.foundation.database.inScope(organisationScope(triage.organisation), async (em) => {
    const assignee = await holdMember(em, leaver.account.id);
    leaving = triage.publish(leaver.account.id, 2, null);
    await Promise.race([leaving, new Promise((resolve) => setTimeout(resolve, LONG_ENOUGH_MS))]);
    await setTriage(em, chosenToTriage([event?.id ?? ''], { assignee }), { kind: 'user', id: anna.account.id, name: 'anna' }, randomUUID());
  });
  await leaving;
  expect((await events.list(anna)).results.map(({ assignee }) => assignee)).toEqual([null]);
  expect((await triage.activity(anna, event?.id ?? '')).map(({ before, after }) => [before, after]).slice(0, 2)).toEqual([
    ['leaver', null],
    [null, 'leaver'],
  ]);
  await events.close();
});
