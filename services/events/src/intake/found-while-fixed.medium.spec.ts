import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Finding, findingsV1 } from '@leakwatch/contracts';
import { BUS, type Bus, CONSUMER, newId, outgoing } from '@leakwatch/platform';
import { testCaller, waitUntil } from '@leakwatch/testing';
import pg from 'pg';
import { makeOwner, openEvents, publishOrganisation } from '../events.fixture.ts';
import { chosenByIds, setStatus } from '../leak-events/set-status.store.ts';
import { makeFinding } from './findings.fixture.ts';

let events: Awaited<ReturnType<typeof openEvents>>;
let client: pg.Client;
beforeAll(async () => {
  events = await openEvents();
  client = new pg.Client({ connectionString: events.environment.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await events.close();
});

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

it('a leak that is found in a new version while a large change that fixes it is written comes back', async () => {
  const { of } = await makeOwner(events);
  await publishOrganisation(events, of.organisation_id);
  const irina = { id: randomUUID(), username: 'irina' };
  const user = testCaller(of.organisation_id, { account: irina });
  const find = (version: string): Finding =>
    makeFinding({ ...of, document: { version: version.padStart(40, '0'), bytes: 100 }, found_at: new Date().toISOString() });
  await events.publish([outgoing(findingsV1, find('1'))]);
  await events.settled();
  const [before] = (await events.list(user)).results;
  const id = before?.id ?? '';
  const [written, mayEnd] = [gate(), gate()];
  const fixing = events.foundation.database.inScope(CONSUMER, async (em) => {
    const actor = { kind: 'user', id: irina.id, name: irina.username } as const;
    await setStatus(em, events.app.get<Bus>(BUS), chosenByIds([id], 'fixed'), actor, newId());
    written.open();
    await mayEnd.opened;
  });
  await written.opened;
  // Found after the event was fixed, in another millisecond, and taken before that is committed.
  await sleep(2);
  await events.publish([outgoing(findingsV1, find('2'))]);
  await waitUntil('the intake waits', async () => {
    const waiting = await client.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    return waiting.rows.length > 0;
  });
  mayEnd.open();
  await fixing;
  await events.settled();
  expect((await events.list(user)).results).toMatchObject([{ id, status: 'open', came_back: true }]);
});
