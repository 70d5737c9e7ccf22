import { randomUUID } from 'node:crypto';
import {
  type Bench,
  type BenchContext,
  type Contestant,
  figure,
  goal,
  interleave,
  machineLine,
  type Measured,
  ratioOf,
  table,
} from '@leakwatch/bench';
import { type Finding, findingsV1, taskChangesV1 } from '@leakwatch/contracts';
import { buildService, CONSUMER, type Foundation, isRolledBack, openFoundation, outgoing } from '@leakwatch/platform';
import { createTestEnvironment, waitUntil, withStack } from '@leakwatch/testing';
import pg from 'pg';
import { NOTHING_FOUND } from '../src/detectors/detector.entities.ts';
import { eventId } from '../src/intake/event-identity.ts';
import { type IntakeEvent, keepEvents } from '../src/intake/intake.store.ts';
import { eventsService } from '../src/service.ts';
import { bareInsert } from './bare-insert.ts';
import { manyFindings } from './findings.ts';

const FINDINGS = { full: 10_000, tiny: 300 };
const BARE_BATCH = 1_000;
/** What one transaction of the crawler publishes at the most. */
const PUBLISHED_AT_ONCE = 200;
/** One batch of the bus. */
const TAKEN_AT_ONCE = 500;
const DRAINED_MS = 120_000;
/** A second deadlock in a row is rare, since the timers rest between their rounds. */
const TRUNCATIONS = 5;

const WRITTEN =
  'events.event, events.event_text, events.event_key, events.text_to_index, events.event_secret, events.similar_text, events.text_fingerprint, events.text_link, events.text_review, events.comment, events.event_count, events.event_count_change, events.blacklist_rule, events.digest_item, events.status_change, events.reveal, events.recheck, events.triage_change, events.evidence, events.evidence_review, events.object_deletion, events.inbox, bus.message, bus.attempt';

/** Any message that the intake has not acknowledged; cheap, since it is asked all the time. */
const UNREAD = `select from bus.consumer c where c.group_name = 'events' and exists (
  select from bus.message m where m.topic = c.topic and m.partition = c.partition and m.position > c.position) limit 1`;

interface Found {
  readonly events: number;
  readonly lines: number;
}

function* batches<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

class IntakeBench {
  private readonly events: readonly IntakeEvent[];
  private readonly foundation: Foundation;
  private readonly client: pg.Client;
  private readonly findings: readonly Finding[];

  constructor(foundation: Foundation, client: pg.Client, findings: readonly Finding[]) {
    this.foundation = foundation;
    this.client = client;
    this.findings = findings;
    this.events = findings.map((finding) => ({
      id: eventId(finding),
      finding,
      foundBy: 'launch',
      versions: [finding.document.version],
      held: [],
      status: 'open',
      actor: 'system',
      rule: null,
      examined: NOTHING_FOUND,
    }));
  }

  contestants(): readonly Contestant<Found>[] {
    const empty = () => this.empty();
    return [
      { name: 'bare insert', prepare: empty, run: () => this.bare() },
      { name: 'insert with dedup (keepEvents)', prepare: empty, run: () => this.keep() },
      { name: 'from the bus (published before)', prepare: () => this.empty().then(() => this.publishPaused()), run: () => this.drain() },
      { name: 'whole pipeline (published and taken)', prepare: empty, run: () => this.pipeline() },
    ];
  }

  private async empty(): Promise<void> {
    await this.truncate();
    await this.client.query('checkpoint');
  }

  /** The timers of the service go on, and lock these tables in another order: PostgreSQL may end the truncation as a deadlock. */
  private async truncate(): Promise<void> {
    for (let run = 1; ; run += 1) {
      try {
        await this.client.query(`truncate ${WRITTEN}`);
        return;
      } catch (error) {
        if (run >= TRUNCATIONS || !isRolledBack(error)) throw error;
      }
    }
  }

  private async bare(): Promise<Found> {
    for (const batch of batches(this.events, BARE_BATCH)) await bareInsert(this.client, batch);
    return this.found();
  }

  private async keep(): Promise<Found> {
    for (const batch of batches(this.events, TAKEN_AT_ONCE))
      await this.foundation.database.inScope(CONSUMER, (em) => keepEvents(em, batch));
    return this.found();
  }

  private async publish(): Promise<void> {
    for (const batch of batches(this.findings, PUBLISHED_AT_ONCE)) {
      const messages = batch.map((finding) => outgoing(findingsV1, finding));
      await this.foundation.database.inScope(CONSUMER, (em) => this.foundation.bus.publish(em, messages));
    }
  }

  /** The consumers see only what is committed, so everything is published in one transaction. */
  private async publishPaused(): Promise<void> {
    await this.foundation.database.inScope(CONSUMER, (em) =>
      this.foundation.bus.publish(
        em,
        this.findings.map((finding) => outgoing(findingsV1, finding)),
      ),
    );
  }

  private async drain(): Promise<Found> {
    await waitUntil('the findings to be taken', async () => (await this.client.query(UNREAD)).rowCount === 0, DRAINED_MS);
    return this.found();
  }

  private async pipeline(): Promise<Found> {
    await this.publish();
    return this.drain();
  }

  private async found(): Promise<Found> {
    const { rows } = await this.client.query<{ events: number; lines: number }>(
      'select count(*)::int as events, sum(line)::int as lines from events.event',
    );
    return { events: rows[0]?.events ?? 0, lines: rows[0]?.lines ?? 0 };
  }
}

async function publishTask(foundation: Foundation, client: pg.Client, organisation: string, task: string): Promise<void> {
  const change = outgoing(taskChangesV1, {
    task_id: task,
    organisation_id: organisation,
    version: 1,
    title: 'a task',
    running: true,
    archived: false,
    delete_events: false,
    source_types: ['github'],
    patterns: [],
    filter_keywords: ['dummy', 'example'],
    filter_mode: 'exclude',
    repositories: [],
  });
  await foundation.database.inScope(CONSUMER, (em) => foundation.bus.publish(em, [change]));
  await waitUntil('the task to be known', async () => (await client.query('select from events.task')).rowCount === 1);
}

function report({ print, size }: BenchContext, measured: readonly Measured<Found>[]): void {
  const [bare, keep, , pipeline] = measured;
  if (bare === undefined || keep === undefined || pipeline === undefined) return;
  print(`\n${FINDINGS[size]} findings into events.event with its indexes\n`);
  print(
    table(
      ['contestant', 'findings a second', 'in proportion to the bare insert', 'events'],
      measured.map((one) => [one.name, figure(FINDINGS[size] / one.median), figure(ratioOf(bare, one)), String(one.found.events)]),
    ),
  );
  print('');
  print(goal('insert with dedup in proportion to a bare insert', ratioOf(bare, keep), { least: 0.7 }));
  print(goal('the whole pipeline in proportion to a bare insert', ratioOf(bare, pipeline), { least: 0.4 }));
}

/** How many findings a second become events, beside the least that writing those rows can cost in the same PostgreSQL. */
export const bench: Bench = {
  name: 'intake',
  run: (context) =>
    withStack(async () => {
      const environment = await createTestEnvironment();
      const client = new pg.Client({ connectionString: environment.databaseUrl });
      await client.connect();
      const foundation = await openFoundation(eventsService, environment.env);
      const app = await buildService(eventsService, foundation);
      try {
        await app.startAllMicroservices();
        await app.init();
        const { rows } = await client.query<{ version: string }>('select version()');
        context.print(`${machineLine()}; ${rows[0]?.version.split(',')[0] ?? ''}`);
        const [organisation, task] = [randomUUID(), randomUUID()];
        await publishTask(foundation, client, organisation, task);
        const findings = manyFindings(FINDINGS[context.size], organisation, task);
        report(context, await interleave(new IntakeBench(foundation, client, findings).contestants()));
      } finally {
        await app.close();
        await client.end();
        await environment.drop();
      }
    }),
};
