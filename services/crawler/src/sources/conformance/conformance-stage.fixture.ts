import { newId, openRedis, rows, sql } from '@leakwatch/platform';
import { type SimulatedProxy, startProxy } from '@leakwatch/simulators';
import { waitUntil } from '@leakwatch/testing';
import type { TaskChange } from '@leakwatch/contracts';
import type { Redis } from 'ioredis';
import { AccountPool } from '../../accounts/account-pool.ts';
import { AccountUse } from '../../accounts/account-use.ts';
import { PoolServer } from '../../accounts/pool-server.fixture.ts';
import { ProxyDispatchers } from '../../accounts/proxy-dispatchers.ts';
import { RateWindows } from '../../accounts/rate-windows.ts';
import { TakeAccess } from '../../accounts/take-access.ts';
import { UnitStage, wordPattern } from '../../units/testing/unit-stage.fixture.ts';
import { type LeasedUnit, LeaseLost, releaseUnit } from '../../units/unit.store.ts';
import type { UnitSource } from '../unit-source.port.ts';
import type { Covered, Drive, Moment, Watch } from './drive.fixture.ts';
import { BETA, type Subject } from './subject.fixture.ts';

/** Longer than the lease of a unit and the claim of a document. */
const FORGOTTEN_SECONDS = 150;
const STEPS_MAX = 600;

/**
 * One source with the runner, the database, the account pool and its rate windows as they are in the product, on a clock that moves only when
 * there is nothing to do: a limit of ten minutes takes no time.
 */
export class ConformanceStage implements Drive {
  readonly readsOnce = true;
  readonly lost = LeaseLost;
  watch: Watch = () => undefined;
  /** The step's signal; a killed worker aborts it. */
  worker = new AbortController();
  subject!: Subject;
  source!: UnitSource;
  server!: PoolServer;
  proxy!: SimulatedProxy;
  now = Date.now();
  asks = 0;
  fetches = 0;
  private moments = 0;
  private dispatchers = new ProxyDispatchers();
  /** By credential scope, until when its accounts are used up. */
  private closed = new Map<string, number>();

  private constructor(
    readonly units: UnitStage,
    private readonly redis: Redis,
  ) {}

  static async open(): Promise<ConformanceStage> {
    const units = await UnitStage.open();
    const redis = openRedis(units.foundation.settings.REDIS_URL, units.foundation.logger);
    await waitUntil('redis', async () => redis.status === 'ready');
    return new ConformanceStage(units, redis);
  }

  async close(): Promise<void> {
    this.redis.disconnect();
    await this.units.close();
  }

  /** Begins a case: nothing is known, and the pool has the subject's accounts. */
  async begin(subject: Subject): Promise<void> {
    this.subject = subject;
    this.source = this.observed(subject.source);
    this.server = await PoolServer.open();
    this.server.clock = () => this.now;
    this.proxy = await startProxy({ kind: 'http' });
    for (const { login, secret } of subject.accounts) this.server.addAccount(login, this.proxyAddress, null, secret);
    const windows = new RateWindows(this.redis);
    windows.clock = () => this.now;
    this.dispatchers = new ProxyDispatchers();
    const { logger } = this.units.foundation;
    const settings = { GIT_ALLOW_PRIVATE_ADDRESSES: true, PASTEBIN_PROXY: { ...this.proxyAddress, password: '' } };
    const take = new TakeAccess(this.server.services(), windows, settings);
    this.units.pool = new AccountPool(take, windows, this.dispatchers, new AccountUse(this.redis, logger), logger);
    await this.empty();
  }

  /** Nothing is known any more; the upstream stays as it is. */
  async empty(): Promise<void> {
    await this.units.empty();
    await this.redis.flushdb();
    [this.asks, this.fetches, this.moments] = [0, 0, 0];
    this.watch = () => undefined;
    this.worker = new AbortController();
    this.closed.clear();
  }

  async end(): Promise<void> {
    await this.dispatchers.onModuleDestroy();
    await this.server.close();
    await this.proxy.close();
    await this.subject.close();
  }

  get proxyAddress() {
    return { id: newId(), type: 'http', ...this.proxy.address, login: '', password: null } as const;
  }

  /** Saves a running task that searches for a word. */
  save(word: string, change: Partial<TaskChange> = {}): Promise<TaskChange> {
    return this.units.save(this.source, { task_id: newId(), patterns: [wordPattern(word)], ...this.subject.task, ...change });
  }

  launch = (task: TaskChange): Promise<string> => this.units.launch(this.source, task);

  async stop(task: TaskChange): Promise<void> {
    await this.units.save(this.source, { ...task, running: false });
  }

  async reports(launch: string) {
    await this.units.report(this.source);
    return this.units.reports(launch);
  }

  /** Coverage of the last pass of every unit. */
  async covered(): Promise<readonly Covered[]> {
    const passes = await this.units.passes();
    if (passes.size !== (await this.codes()).length) throw new Error('a unit has no pass');
    return [...passes].map(([key, { total, returned, read, unread, capped, incomplete }]) => ({
      onlyOdd: !this.subject.namesAll && key.includes(BETA),
      total,
      read,
      isWhole: returned === read && Object.keys(unread).length === 0 && !capped && !incomplete,
    }));
  }

  async hang(): Promise<() => Promise<void>> {
    const late = await this.lease();
    if (late === undefined) throw new Error('no unit is due');
    return () => this.step(late);
  }

  lease(): Promise<LeasedUnit | undefined> {
    for (const [scope, until] of this.closed) if (until <= this.now) this.closed.delete(scope);
    return this.units.turns(this.source).lease([...this.closed.keys()]);
  }

  /**
   * Runs steps, one after another as a worker does, and lets the time pass in which nothing is due. Ends when nothing is left, when `until`
   * says so or when the worker was killed.
   */
  async work({ until = async () => false, steps = STEPS_MAX }: { until?: () => Promise<boolean>; steps?: number } = {}): Promise<void> {
    for (let left = steps; ; left -= 1) {
      if (left === 0) throw new Error(`the pass does not end: ${JSON.stringify(await this.dump())}`);
      if (this.worker.signal.aborted || (await until())) return;
      const unit = await this.lease();
      if (unit === undefined) {
        const seconds = await this.secondsUntilDue();
        if (seconds === null) return;
        await this.advance(seconds);
        continue;
      }
      await this.step(unit);
    }
  }

  async workAndReport(): Promise<void> {
    const isWanted = async () =>
      (await this.units.inScope((em) => rows(em, sql`select from crawler.unit where wanted_at is not null`))).length > 0;
    for (let steps = 0; !this.worker.signal.aborted && (await isWanted()); steps += 1) {
      if (steps > STEPS_MAX) throw new Error('the pass does not end');
      let left = 1;
      await this.work({ until: async () => left-- === 0 });
      await this.units.report(this.source);
    }
  }

  async step(unit: LeasedUnit): Promise<void> {
    const { signal } = this.worker;
    try {
      const { closedSeconds, leftSeconds } = await this.units.runner().run(this.source, unit, 0, signal);
      if (closedSeconds !== undefined) this.closed.set(unit.organisation ?? '', this.now + closedSeconds * 1000);
      // There is no other worker that could take it meanwhile.
      if (leftSeconds !== undefined) await this.advance(leftSeconds);
    } catch (error) {
      if (!signal.aborted) throw error;
      return;
    }
    await this.units.inScope((em) => releaseUnit(em, unit));
  }

  /** Another worker takes over from one that was killed: its leases and claims are over. */
  async takeOver(): Promise<void> {
    this.worker = new AbortController();
    this.watch = () => undefined;
    await this.advance(FORGOTTEN_SECONDS);
  }

  /** Lets time pass: for the pool by its clock, for the database by moving what is stored. */
  async advance(seconds: number): Promise<void> {
    // Redis takes whole milliseconds.
    this.now += Math.ceil(seconds * 1000);
    const by = sql`make_interval(secs => ${seconds})`;
    await this.units.inScope(async (em) => {
      await rows(
        em,
        sql`update crawler.unit set next_at = next_at - ${by}, leased_until = leased_until - ${by}, stepped_at = stepped_at - ${by}`,
      );
      await rows(em, sql`update crawler.reference set next_at = next_at - ${by}`);
      await rows(em, sql`update crawler.document set claimed_until = claimed_until - ${by} where claimed_until is not null`);
    });
  }

  /** What a task got: `path version` of each finding, in order. */
  async found(task: TaskChange): Promise<string[]> {
    const found = (await this.units.findings()).filter((finding) => finding.task_id === task.task_id);
    for (const { organisation_id } of found)
      if (organisation_id !== task.organisation_id) throw new Error('a finding of another organisation');
    return found.map(({ path }) => path).sort();
  }

  private dump() {
    return this.units.inScope((em) =>
      rows(
        em,
        sql`select key, error_code, error_text, tries, frontier, state, pass, wanted_at is not null as wanted,
          pass_began_at is not null as began, extract(epoch from next_at - now())::int as due,
          extract(epoch from leased_until - now())::int as leased,
          (select count(*)::int from crawler.reference r where r.unit_id = unit.id) as waiting from crawler.unit`,
      ),
    );
  }

  /** The codes that units show. */
  async codes(): Promise<readonly (string | null)[]> {
    const units = await this.units.inScope((em) => rows(em, sql<{ error_code: string | null }>`select error_code from crawler.unit`));
    return units.map(({ error_code: code }) => code);
  }

  /** Seconds until a wanted unit is due or its scope opens again; null when no pass is wanted. */
  private async secondsUntilDue(): Promise<number | null> {
    const [due] = await this.units.inScope((em) =>
      rows(
        em,
        sql<{ seconds: number | null }>`select min(extract(epoch from greatest(next_at, leased_until) - now()))::float8 as seconds
          from crawler.unit where wanted_at is not null and exists (select from crawler.subscription s where s.unit_id = unit.id)`,
      ),
    );
    if (due === undefined || due.seconds === null) return null;
    const opens = [...this.closed.values()].map((until) => (until - this.now) / 1000);
    return Math.max(0.01, ...[due.seconds, Math.min(...opens, Number.POSITIVE_INFINITY)].filter(Number.isFinite));
  }

  private observed(source: UnitSource): UnitSource {
    const watched = async <T>(request: Moment['request'], work: () => Promise<T>): Promise<T> => {
      const report = async (at: Moment['at']) => {
        this.moments += 1;
        await this.watch({ request, at, number: this.moments });
        this.worker.signal.throwIfAborted();
      };
      await report('before');
      if (request === 'ask') this.asks += 1;
      else this.fetches += 1;
      const result = await work().catch(async (error: unknown) => {
        await report('failed');
        throw error;
      });
      await report('after');
      return result;
    };
    const { kind, rates, resources, accounts, audience, fetchesAtOnce } = source;
    return {
      ...{ kind, rates, resources, accounts, fetchesAtOnce },
      ...(audience !== undefined && { audience }),
      unitsFor: (task) => source.unitsFor(task),
      plan: (request, state) => source.plan(request, state),
      ask: (slice, context) => watched('ask', () => source.ask(slice, context)),
      fetch: (reference, context) => watched('fetch', () => source.fetch(reference, context)),
    };
  }
}
