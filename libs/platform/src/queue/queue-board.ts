import { type Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { Unavailable } from '../errors/leakwatch-error.ts';
import type { Logger } from '../logging/logger.ts';
import { openRedis } from './redis.ts';

type State = 'waiting' | 'active' | 'delayed' | 'failed';
const STATES: readonly State[] = ['waiting', 'active', 'delayed', 'failed'];

/** A job as people see it. `data` is what was queued, unchecked. */
export interface BoardJob {
  readonly id: string;
  readonly state: State;
  readonly data: unknown;
  readonly attempts: number;
  readonly created: Date;
  readonly started: Date | null;
  readonly reason: string | null;
}

/** Looks into queues that other processes fill and work on. Every method throws Unavailable while Redis is away. */
export class QueueBoard {
  private readonly redis: Redis;
  private readonly queues: ReadonlyMap<string, Queue>;

  constructor(names: readonly string[], { redisUrl, logger }: { readonly redisUrl: string; readonly logger: Logger }) {
    this.redis = openRedis(redisUrl, logger);
    const open = (name: string) => {
      const queue = new Queue(name, { connection: this.redis });
      queue.on('error', (error) => logger.debug({ error: error.message }, 'queue'));
      return queue;
    };
    this.queues = new Map(names.map((name) => [name, open(name)]));
  }

  /** The numbers of jobs in each state, by queue. */
  counts(): Promise<({ readonly queue: string } & Readonly<Record<State, number>>)[]> {
    return Promise.all(
      [...this.queues].map(async ([name, queue]) => {
        const { waiting = 0, active = 0, delayed = 0, failed = 0 } = await this.on(() => queue.getJobCounts(...STATES));
        return { queue: name, waiting, active, delayed, failed };
      }),
    );
  }

  /** The jobs of a queue in a state, the next one first, failed ones by the newest. */
  async jobs(name: string, state: State, { limit, offset }: { readonly limit: number; readonly offset: number }) {
    const queue = this.queueOf(name);
    const [count, found] = await this.on(() =>
      Promise.all([queue.getJobCountByTypes(state), queue.getJobs([state], offset, offset + limit - 1, state !== 'failed')]),
    );
    // A job that ended between the two reads is not there any more.
    return { count, jobs: found.flatMap((job: Job | undefined) => (job === undefined ? [] : [toBoardJob(job, state)])) };
  }

  /** undefined where the queue has no job with this id, or the job is in a state that is not shown. */
  async find(name: string, id: string): Promise<BoardJob | undefined> {
    const queue = this.queueOf(name);
    const job = await this.on(() => queue.getJob(id));
    if (job === undefined) return undefined;
    const state = await this.on(() => job.getState());
    const shown = STATES.find((one) => one === state);
    return shown && toBoardJob(job, shown);
  }

  /** Puts a failed job into its queue again. False when it is not a failed one any more. */
  retry = (name: string, id: string): Promise<boolean> => this.step(name, id, (job) => job.retry('failed'));

  /** False when a worker has the job, or it is not there any more. */
  remove = (name: string, id: string): Promise<boolean> => this.step(name, id, (job) => job.remove());

  async close(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    this.redis.disconnect();
  }

  private async step(name: string, id: string, work: (job: Job) => Promise<void>): Promise<boolean> {
    const job: Job | undefined = await this.on(() => this.queueOf(name).getJob(id));
    if (job === undefined) return false;
    return work(job).then(
      () => true,
      () => {
        this.requireRedis();
        return false;
      },
    );
  }

  private queueOf(name: string): Queue {
    const queue = this.queues.get(name);
    if (queue === undefined) throw new Error(`no queue ${name}`);
    return queue;
  }

  /** BullMQ would wait for Redis without end. */
  private requireRedis(): void {
    if (this.redis.status !== 'ready') throw new Unavailable();
  }

  private async on<T>(work: () => Promise<T>): Promise<T> {
    this.requireRedis();
    return work();
  }
}

const toBoardJob = (job: Job, state: State): BoardJob => ({
  id: job.id ?? '',
  state,
  data: job.data,
  attempts: job.attemptsStarted,
  created: new Date(job.timestamp),
  started: job.processedOn === undefined ? null : new Date(job.processedOn),
  reason: job.failedReason === undefined || job.failedReason === '' ? null : job.failedReason,
});
