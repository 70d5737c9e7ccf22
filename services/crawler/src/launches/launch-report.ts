import { type CrawlJob, launchFinishedV1, type LaunchFinished, launchProgressV1, type RepositoryProgress } from '@leakwatch/contracts';
import { type Bus, type Database, databaseNow, outgoing, SCHEDULER } from '@leakwatch/platform';
import type { LaunchErrorCode } from '@leakwatch/vocabulary';
import type { TargetProgress, TargetState } from '../scanning/target-progress.ts';
import { forgetTries } from './launch-tries.store.ts';

/** Progress is published at most this often, so that the bus carries findings rather than percentages. */
const EVERY_MS = 1_000;
/** Progress is published at least this often, so that silence means a dead worker. */
const HEARTBEAT_MS = 5_000;

const NEW: TargetState = {
  status: 'created',
  error_code: null,
  last_indexed: null,
  blobs_total: 0,
  blobs_scanned: 0,
  blobs_unread: 0,
  blobs_unchecked: 0,
  percent: 0,
};

type Published = Omit<TargetState, 'percent'>;

const isSame = (before: Published, after: Published): boolean =>
  before.status === after.status &&
  before.error_code === after.error_code &&
  before.last_indexed === after.last_indexed &&
  before.blobs_total === after.blobs_total &&
  before.blobs_scanned === after.blobs_scanned &&
  before.blobs_unread === after.blobs_unread &&
  before.blobs_unchecked === after.blobs_unchecked;

/** Publishes a launch's progress while it runs, and its end. A message carries the targets that changed; the first and the last carry all. */
export class LaunchReport implements TargetProgress {
  private readonly entries: Map<string, TargetState>;
  /** Targets whose state has not been published. */
  private changed: Set<string>;
  private readonly heartbeat: NodeJS.Timeout;
  private next: NodeJS.Timeout | undefined;
  private sent = 0;
  private sending: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly bus: Pick<Bus, 'publish'>,
    private readonly job: CrawlJob,
    targets: readonly string[],
  ) {
    this.entries = new Map(targets.map((id) => [id, NEW]));
    this.changed = new Set(targets);
    this.heartbeat = setInterval(() => this.send(), HEARTBEAT_MS);
    this.send();
  }

  /** Number of targets. */
  get targets(): number {
    return this.entries.size;
  }

  update(target: string, change: Partial<TargetState>): void {
    const before = this.entries.get(target) ?? NEW;
    const after = { ...before, ...change };
    this.entries.set(target, after);
    if (!isSame(before, after)) this.changed.add(target);
    this.next ??= setTimeout(() => this.send(), Math.max(0, this.sent + EVERY_MS - performance.now()));
  }

  /** Publishes the outcome. Resolves when it is committed. */
  async finish(outcome: LaunchFinished['outcome'], errorCode: string | null): Promise<void> {
    this.stop();
    await this.sending.catch(() => undefined);
    const { launch } = this;
    const repositories = this.repositoriesOf(this.entries.keys());
    await this.database.inScope(SCHEDULER, async (em) => {
      await forgetTries(em, this.job.launch_id);
      const finished = {
        ...launch,
        outcome,
        error_code: errorCode,
        finished_at: (await databaseNow(em)).toISOString(),
        repositories,
        units: null,
      };
      await this.bus.publish(em, [outgoing(launchFinishedV1, finished)]);
    });
  }

  /** Publishes that the launch was given up: what it had not read yet has the code as its error. */
  async giveUp(code: LaunchErrorCode): Promise<void> {
    for (const [target, { status }] of this.entries)
      if (status !== 'ready_to_search' && status !== 'repository_error')
        this.update(target, { status: 'repository_error', error_code: code });
    await this.finish('failed', code);
  }

  stop(): void {
    clearInterval(this.heartbeat);
    clearTimeout(this.next);
  }

  private get launch() {
    const { launch_id, task_id, organisation_id, source_type } = this.job;
    return { launch_id, task_id, organisation_id, source_type };
  }

  private repositoriesOf(targets: Iterable<string>): RepositoryProgress[] {
    return [...targets].map((id) => {
      const { percent: _percent, ...state } = this.entries.get(id) ?? NEW;
      return { id, ...state };
    });
  }

  /** One message at a time. A launch does not fail because the database is away for a moment; the next message carries what this one should have. */
  private send(): void {
    clearTimeout(this.next);
    this.next = undefined;
    this.sent = performance.now();
    this.sending = this.sending.then(() => this.publish()).catch(() => undefined);
  }

  private async publish(): Promise<void> {
    const sent = this.changed;
    this.changed = new Set();
    const all = [...this.entries.values()];
    const progress = all.length === 0 ? 0 : Math.floor(all.reduce((sum, entry) => sum + entry.percent, 0) / all.length);
    const payload = { ...this.launch, progress: Math.min(99, progress), repositories: this.repositoriesOf(sent), units: null };
    try {
      await this.database.inScope(SCHEDULER, async (em) =>
        this.bus.publish(em, [outgoing(launchProgressV1, { ...payload, activity_at: (await databaseNow(em)).toISOString() })]),
      );
    } catch (error) {
      this.changed = new Set([...sent, ...this.changed]);
      throw error;
    }
  }
}
