import { type CrawlJob, launchFinishedV1, type LaunchFinished, launchProgressV1, type RepositoryProgress } from '@leakwatch/contracts';
import { type Bus, type Database, outgoing, SCHEDULER } from '@leakwatch/platform';
import type { LaunchErrorCode } from '@leakwatch/vocabulary';
import { databaseTime } from '../database-time.ts';
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

/** Publishes a launch's progress while it runs, and its end. */
export class LaunchReport implements TargetProgress {
  private readonly entries: Map<string, TargetState>;
  private readonly heartbeat: NodeJS.Timeout;
  private sent = 0;
  private sending: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly job: CrawlJob,
    targets: readonly string[],
  ) {
    this.entries = new Map(targets.map((id) => [id, NEW]));
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
    const statusChanged = before.status !== after.status;
    if (statusChanged || performance.now() - this.sent > EVERY_MS) this.send();
  }

  /** Publishes the outcome. Resolves when it is committed. */
  async finish(outcome: LaunchFinished['outcome'], errorCode: string | null): Promise<void> {
    this.stop();
    await this.sending.catch(() => undefined);
    const { launch, repositories } = this;
    await this.database.inScope(SCHEDULER, async (em) => {
      await forgetTries(em, this.job.launch_id);
      const finished = { ...launch, outcome, error_code: errorCode, finished_at: await databaseTime(em), repositories, units: null };
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
  }

  private get launch() {
    const { launch_id, task_id, organisation_id, source_type } = this.job;
    return { launch_id, task_id, organisation_id, source_type };
  }

  private get repositories(): RepositoryProgress[] {
    return [...this.entries].map(([id, { percent: _percent, ...state }]) => ({ id, ...state }));
  }

  /** One message at a time. A launch does not fail because the database is away for a moment. */
  private send(): void {
    this.sent = performance.now();
    const all = [...this.entries.values()];
    const progress = all.length === 0 ? 0 : Math.floor(all.reduce((sum, entry) => sum + entry.percent, 0) / all.length);
    const payload = {
      ...this.launch,
      progress: Math.min(99, progress),
      repositories: this.repositories,
      units: null,
    };
    this.sending = this.sending
      .then(() =>
        this.database.inScope(SCHEDULER, async (em) =>
          this.bus.publish(em, [outgoing(launchProgressV1, { ...payload, activity_at: await databaseTime(em) })]),
        ),
      )
      .catch(() => undefined);
  }
}
