import { findingsV1, type Finding, launchFinishedV1, launchProgressV1, type TaskChange } from '@leakwatch/contracts';
import { MatchingPool } from '@leakwatch/matching';
import {
  type Bus,
  type Foundation,
  newId,
  type ObjectStore,
  openFoundation,
  openObjects,
  rows,
  SCHEDULER,
  type SqlEntityManager,
  sql,
  Vault,
} from '@leakwatch/platform';
import { createTestEnvironment, type TestEnvironment } from '@leakwatch/testing';
import type { Pattern } from '@leakwatch/vocabulary';
import pg from 'pg';
import type { CrawlerSettings } from '../../settings.ts';
import { crawlerService } from '../../service.ts';
import { openLaunch } from '../../launches/launch.store.ts';
import { ReportLaunches } from '../../launches/report-launches.ts';
import { KeepContents } from '../../evidence/keep-contents.ts';
import { Extractor } from '../../extraction/extractor.ts';
import { KeepTask } from '../../watched-tasks/keep-task.ts';
import { passCounts, type PassCounts } from '../pass-counts.ts';
import { AskSlice } from '../ask-slice.ts';
import { ReadDocuments } from '../read-documents.ts';
import { RunStep } from '../run-step.ts';
import { Turns } from '../turns.ts';
import { type LeasedUnit, releaseUnit } from '../unit.store.ts';
import type { UnitSource } from '../../sources/unit-source.port.ts';
import { wantUnits } from '../wanted-units.store.ts';
import { WatchSets } from '../watching/watch-sets.ts';
import type { AccessPool } from '../with-access.port.ts';

/** Access without accounts and limits. */
export const DIRECT: AccessPool = {
  withAccess: (wanted, work) =>
    work(
      {
        account: null,
        login: null,
        secret: null,
        fetch: (address, request) => fetch(address, { signal: request.signal, headers: { ...request.headers } }),
        connect: async () => Promise.reject(new Error('no connections')),
        closing: () => undefined,
        spend: async () => undefined,
        saw: async () => undefined,
      },
      wanted.signal,
    ),
};

/** The crawler's units on a database of their own, without timers: tests run the steps. */
export class UnitStage {
  readonly watchSets: WatchSets;
  private readonly extractor = new Extractor();
  /** Replaced by tests that let it fail. */
  pool: AccessPool = DIRECT;
  readonly vault: Vault;
  private readonly tasks = new Map<string, TaskChange>();

  private constructor(
    readonly foundation: Foundation<CrawlerSettings>,
    private readonly environment: TestEnvironment,
    private readonly matching: MatchingPool,
    /** A connection of its own, for transactions that stay open and for published messages. */
    readonly client: pg.Client,
    /** Where content is kept; replaced by tests that let it fail. */
    public objects: ObjectStore,
  ) {
    this.vault = new Vault(foundation.settings.LEAKWATCH_SEALING_KEYS);
    this.watchSets = new WatchSets(foundation.database, matching);
  }

  static async open(): Promise<UnitStage> {
    const environment = await createTestEnvironment();
    const client = new pg.Client({ connectionString: environment.databaseUrl });
    await client.connect();
    const foundation = await openFoundation(crawlerService, environment.env);
    return new UnitStage(foundation, environment, new MatchingPool({ threads: 1 }), client, await openObjects(foundation.settings));
  }

  async close(): Promise<void> {
    this.watchSets.onApplicationShutdown();
    await this.client.end();
    await this.extractor.onModuleDestroy();
    await this.matching.close();
    await this.foundation.close();
    await this.environment.drop();
  }

  /** Settings with which another process uses the same database. */
  get env(): NodeJS.ProcessEnv {
    return this.environment.env;
  }

  inScope<T>(work: (em: SqlEntityManager) => Promise<T>): Promise<T> {
    return this.foundation.database.inScope(SCHEDULER, work);
  }

  /** Deletes what earlier tests left. */
  async empty(): Promise<void> {
    await this.client.query('delete from bus.message');
    await this.inScope(async (em) => {
      for (const table of [
        'subscription',
        'reference',
        'unit',
        'document',
        'watched_pattern',
        'watched_task',
        'launch',
        'turn',
        'turn_clock',
        'own_access',
      ])
        await rows(em, sql`delete from ${sql.table(`crawler.${table}`)}`);
    });
  }

  /** Saves a task as the tasks service publishes it; a known one gets its next version. */
  async save(source: UnitSource, change: Partial<TaskChange> & Pick<TaskChange, 'task_id'>): Promise<TaskChange> {
    const before = this.tasks.get(change.task_id);
    const task: TaskChange = {
      organisation_id: newId(),
      title: 'a task',
      running: true,
      archived: false,
      delete_events: false,
      source_types: [source.kind],
      patterns: [],
      filter_keywords: [],
      filter_mode: 'exclude',
      repositories: [],
      ...before,
      ...change,
      version: (before?.version ?? 0) + 1,
    };
    this.tasks.set(task.task_id, task);
    await new KeepTask(this.foundation.database, [source], this.foundation.bus).run(task);
    return task;
  }

  /** Opens a launch of a task. */
  async launch(source: UnitSource, task: TaskChange, freshSeconds = 0): Promise<string> {
    const launch_id = newId();
    const { task_id, organisation_id, version } = task;
    const job = { launch_id, task_id, organisation_id, source_type: source.kind, trigger: 'start', task_version: version } as const;
    await this.inScope(async (em) => {
      await openLaunch(em, job, task.running);
      await wantUnits(em, job, freshSeconds);
    });
    return launch_id;
  }

  /** As one worker takes them. */
  turns(source: UnitSource): Turns {
    return new Turns(this.foundation.database, source);
  }

  lease(source: UnitSource): Promise<LeasedUnit | undefined> {
    return this.turns(source).lease();
  }

  /** A runner like that of another process. */
  runner(bus: Bus = this.foundation.bus, watchSets = this.watchSets): RunStep {
    const { database, logger } = this.foundation;
    return new RunStep(
      database,
      new AskSlice(database, this.pool, logger),
      new ReadDocuments(
        database,
        watchSets,
        this.pool,
        bus,
        this.extractor,
        new KeepContents(database, this.objects, this.vault, logger),
        logger,
      ),
    );
  }

  /** Runs steps until no unit is due; returns how many. A pause counts as over. */
  async work(source: UnitSource, steps = 1_000): Promise<number> {
    const turns = this.turns(source);
    for (let count = 0; count < steps; count += 1) {
      await this.skipPauses();
      const unit = await turns.lease();
      if (unit === undefined) return count;
      await this.runner().run(source, unit, 0, new AbortController().signal);
      await this.inScope((em) => releaseUnit(em, unit));
    }
    return steps;
  }

  /** Every pause is over now. */
  async skipPauses(): Promise<void> {
    await this.inScope(async (em) => {
      await rows(em, sql`update crawler.unit set next_at = now() where next_at > now()`);
      await rows(em, sql`update crawler.reference set next_at = now() where next_at > now()`);
    });
  }

  /** The lease and claims of a worker that died are over now. */
  async forgetWorker(): Promise<void> {
    await this.inScope(async (em) => {
      await rows(em, sql`update crawler.unit set leased_until = null`);
      await rows(em, sql`update crawler.document set claimed_until = now() where claimed_until is not null`);
    });
  }

  async report(source: UnitSource): Promise<void> {
    await new ReportLaunches(this.foundation.database, [source], this.foundation.bus).run();
  }

  /** Published findings, in order. */
  async findings(): Promise<Finding[]> {
    return (await this.messages(findingsV1.topic)).map((payload) => findingsV1.schema.parse(payload));
  }

  /** Published progress of a launch and its end, in order. */
  async reports(launch: string) {
    const ofLaunch = (message: { launch_id: string }) => message.launch_id === launch;
    return {
      progress: (await this.messages(launchProgressV1.topic)).map((payload) => launchProgressV1.schema.parse(payload)).filter(ofLaunch),
      ends: (await this.messages(launchFinishedV1.topic)).map((payload) => launchFinishedV1.schema.parse(payload)).filter(ofLaunch),
    };
  }

  /** Counts of the last whole pass of each unit, by its key. */
  async passes(): Promise<ReadonlyMap<string, PassCounts>> {
    const found = await this.inScope((em) => rows(em, sql<{ key: string; last_pass: unknown }>`select key, last_pass from crawler.unit`));
    return new Map(found.flatMap(({ key, last_pass: pass }) => (pass === null ? [] : [[key, passCounts.parse(pass)] as const])));
  }

  private async messages(topic: string): Promise<unknown[]> {
    const found = await this.client.query<{ payload: unknown }>('select payload from bus.message where topic = $1 order by position', [
      topic,
    ]);
    return found.rows.map(({ payload }) => payload);
  }
}

/** A pattern of one word. */
export const wordPattern = (text: string, id = newId()): Pattern => ({ id, kind: 'deep', text });
