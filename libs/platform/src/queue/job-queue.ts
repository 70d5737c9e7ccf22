import { type Job, type JobsOptions, Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { Unavailable } from '../errors/leakwatch-error.ts';
import type { Logger } from '../logging/logger.ts';
import { openRedis } from './redis.ts';

/** Another worker takes the job of a killed one within lock and check together. */
const LOCK_MS = 15_000;
const STALLED_CHECK_MS = 5_000;
/** BullMQ would fail a job whose worker died twice; here PostgreSQL decides when work is given up. */
const MAX_STALLED = 1_000;

interface Connection {
  readonly redisUrl: string;
  readonly logger: Logger;
}

/**
 * Jobs that refer to rows of PostgreSQL: the id of a job is the id of its row, and a job that is lost is added again from
 * the row. Every method throws Unavailable while Redis is away, where BullMQ would wait for it without end.
 */
export class JobQueue<P> {
  private readonly redis: Redis;
  private readonly queue: Queue;

  constructor(name: string, { redisUrl, logger }: Connection) {
    this.redis = openRedis(redisUrl, logger);
    this.queue = new Queue(name, { connection: this.redis });
    this.queue.on('error', (error) => logger.debug({ error: error.message }, 'queue'));
  }

  /** A job that is in the queue already stays as it is. */
  async add(id: string, payload: P, options: Pick<JobsOptions, 'removeOnComplete' | 'removeOnFail'>): Promise<void> {
    this.requireRedis();
    await this.queue.add('job', payload, { jobId: id, ...options });
  }

  /** True when the job waits or is being worked on. A job that ended is removed. */
  async holds(id: string): Promise<boolean> {
    const job = await this.find(id);
    if (job === undefined) return false;
    if (!(await job.isCompleted()) && !(await job.isFailed())) return true;
    await job.remove();
    return false;
  }

  /** Removes a job. True when no worker has it; false while one does. */
  async withdraw(id: string): Promise<boolean> {
    const job = await this.find(id);
    if (job === undefined) return true;
    if (await job.isActive()) return false;
    // A worker that takes it at this moment holds its lock: then it is not removed, and the worker sees the stop itself.
    return job.remove().then(
      () => true,
      () => false,
    );
  }

  async ping(): Promise<void> {
    await this.redis.ping();
  }

  async close(): Promise<void> {
    await this.queue.close();
    this.redis.disconnect();
  }

  private find(id: string): Promise<Job | undefined> {
    this.requireRedis();
    return this.queue.getJob(id);
  }

  private requireRedis(): void {
    if (this.redis.status !== 'ready') throw new Unavailable();
  }
}

export interface JobWorkerOptions extends Connection {
  readonly queue: string;
  /** Jobs that this process works on at once. */
  readonly concurrency: number;
  /** `signal` is aborted when the process stops. What it throws ends the job, not the work: PostgreSQL knows what is unfinished. */
  readonly work: (payload: unknown, signal: AbortSignal) => Promise<unknown>;
}

/** Takes jobs from a queue until it is closed. */
export class JobWorker {
  private readonly stopping = new AbortController();
  private readonly redis: Redis;
  private readonly worker: Worker;

  constructor({ queue, concurrency, work, redisUrl, logger }: JobWorkerOptions) {
    this.redis = openRedis(redisUrl, logger, 'waits');
    this.worker = new Worker(queue, (job) => work(job.data, this.stopping.signal), {
      connection: this.redis,
      concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: MAX_STALLED,
    });
    this.worker.on('failed', (job, error) => logger.warn({ queue, job: job?.id, error: error.message }, 'a job failed; it is added again'));
    this.worker.on('error', (error) => logger.debug({ error: error.message }, 'queue'));
  }

  /** Takes no more jobs. Resolves when those at hand are done. */
  async pause(): Promise<void> {
    await this.worker.pause();
  }

  resume(): void {
    this.worker.resume();
  }

  /** Takes no more jobs. Resolves when those at hand are done and its connections are closed. */
  async finish(): Promise<void> {
    await this.worker.close();
    this.redis.disconnect();
  }

  /** Aborts the jobs at hand and waits for their end. */
  async close(): Promise<void> {
    this.stopping.abort(new Error('the worker stops'));
    await this.finish();
  }
}
