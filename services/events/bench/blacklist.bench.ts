import { randomUUID } from 'node:crypto';
import {
  type Bench,
  type BenchContext,
  type Contestant,
  figure,
  interleave,
  machineLine,
  type Measured,
  ratioOf,
  table,
} from '@leakwatch/bench';
import { CONSUMER } from '@leakwatch/platform';
import { withStack } from '@leakwatch/testing';
import pg from 'pg';
import { addRule, blacklistEvents, makeBlacklister } from '../src/blacklist/blacklist.fixture.ts';
import { openEvents } from '../src/events.fixture.ts';
import { NOTHING_FOUND } from '../src/detectors/detector.entities.ts';
import { eventId } from '../src/intake/event-identity.ts';
import { type IntakeEvent, keepEvents } from '../src/intake/intake.store.ts';
import { manyFindings } from './findings.ts';

const EVENTS = { full: 100_000, tiny: 300 };
const KEPT_AT_ONCE = 1_000;
/** A round takes half a minute. */
const ROUNDS = 3;

type Events = Awaited<ReturnType<typeof openEvents>>;
type Owner = Awaited<ReturnType<typeof makeBlacklister>>;

async function keep(events: Events, { of }: Owner, count: number): Promise<void> {
  const found = manyFindings(count, of.organisation_id, of.task_id).map(
    (finding): IntakeEvent => ({
      id: eventId(finding),
      finding,
      foundBy: 'launch',
      versions: [finding.document.version],
      held: [],
      status: 'open',
      actor: 'system',
      rule: null,
      examined: NOTHING_FOUND,
    }),
  );
  for (let from = 0; from < found.length; from += KEPT_AT_ONCE) {
    const batch = found.slice(from, from + KEPT_AT_ONCE);
    await events.foundation.database.inScope(CONSUMER, (em) => keepEvents(em, batch));
  }
}

function contestants(events: Events, owner: Owner, rule: string, client: pg.Client): readonly Contestant<number>[] {
  const reset = async () => {
    await client.query(`update events.event set status = 'open' where status <> 'open'`);
    await client.query('truncate bus.message, events.status_change');
    await client.query('vacuum analyze events.event, events.status_change');
    await client.query('checkpoint');
  };
  let batch: string | null = null;
  const move = async () => {
    const moved = await blacklistEvents(events, owner.user, rule);
    batch = moved.batch;
    return moved.count;
  };
  const undo = async () => {
    const answer = await events.call(owner.user, 'POST', '/api/events/undo_status/', { batch: batch ?? randomUUID() });
    return Number(Reflect.get(Object(answer.json()), 'restored'));
  };
  const bare = async () => (await client.query(`update events.event set status = 'blacklist' where owner_key = 'acme'`)).rowCount ?? 0;
  return [
    { name: 'bare update of the status, as the owner', prepare: reset, run: bare },
    { name: 'POST blacklist_events', prepare: reset, run: move },
    {
      name: 'POST undo_status',
      prepare: () =>
        reset()
          .then(move)
          .then(() => undefined),
      run: undo,
    },
  ];
}

function report({ print, size }: BenchContext, measured: readonly Measured<number>[]): void {
  const [bare] = measured;
  if (bare === undefined) return;
  print(`\n${EVENTS[size]} events that one rule matches, moved in one call\n`);
  print(
    table(
      ['contestant', 's', 'in proportion to the bare update', 'events'],
      measured.map((one) => [one.name, figure(one.median), figure(ratioOf(one, bare)), String(one.found)]),
    ),
  );
}

/** How long one call takes that moves a great many events, with history and messages, beside the update of their status alone. */
export const bench: Bench = {
  name: 'blacklist',
  run: (context) =>
    withStack(async () => {
      const events = await openEvents();
      const client = new pg.Client({ connectionString: events.environment.databaseUrl });
      await client.connect();
      try {
        context.print(machineLine());
        const owner = await makeBlacklister(events);
        await keep(events, owner, EVENTS[context.size]);
        const rule = await addRule(events, owner.user, { source_type: 'github', block_type: 'owner', rule_owner: 'acme' });
        report(context, await interleave(contestants(events, owner, rule, client), ROUNDS));
      } finally {
        await client.end();
        await events.close();
      }
    }),
};
