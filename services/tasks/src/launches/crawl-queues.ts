import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type CrawlJob, crawlQueue } from '@leakwatch/contracts';
import { LOGGER, type Logger, openRedis, SETTINGS, Unavailable } from '@leakwatch/platform';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { CRAWLED_SOURCES } from '../limits/crawled-sources.ts';
import type { WaitingLaunch } from './launch.store.ts';
import type { TasksSettings } from '../settings.ts';

/** Finished jobs tell nothing that PostgreSQL does not; a few stay for who looks at the queue. */
const KEPT_JOBS = 100;

/** The queues of the crawled sources. BullMQ carries launches; PostgreSQL is what knows of them. */
@Injectable()
export class CrawlQueues implements OnApplicationShutdown {
  private readonly redis: Redis;
  private readonly queues: ReadonlyMap<string, Queue<CrawlJob>>;

  constructor(@Inject(SETTINGS) settings: TasksSettings, @Inject(LOGGER) logger: Logger) {
    this.redis = openRedis(settings.REDIS_URL, logger);
    this.queues = new Map(
      [...CRAWLED_SOURCES].map((source) => [source, new Queue<CrawlJob>(crawlQueue(source), { connection: this.redis })]),
    );
    for (const queue of this.queues.values()) queue.on('error', (error) => logger.debug({ error: error.message }, 'queue'));
  }

  /** A launch that is in the queue already stays as it is. */
  async add(launch: WaitingLaunch): Promise<void> {
    const queue = this.queueOf(launch);
    const { id, ...job } = launch;
    await queue.add('launch', { launch_id: id, ...job } as CrawlJob, {
      jobId: id,
      removeOnComplete: KEPT_JOBS,
      removeOnFail: KEPT_JOBS,
    });
  }

  /** True when a job of the launch waits or is being worked on. */
  async holds(launch: WaitingLaunch): Promise<boolean> {
    const job = await this.queueOf(launch).getJob(launch.id);
    if (job === undefined) return false;
    if (!(await job.isCompleted()) && !(await job.isFailed())) return true;
    await job.remove();
    return false;
  }

  /** Takes a launch out of the queue. True when no worker has it; false while one does. */
  async withdraw(launch: Pick<WaitingLaunch, 'id' | 'source_type'>): Promise<boolean> {
    const job = await this.queueOf(launch).getJob(launch.id);
    if (job === undefined) return true;
    if (await job.isActive()) return false;
    // A worker that takes it just now holds its lock: then it is not removed, and the worker sees the stop itself.
    return job.remove().then(
      () => true,
      () => false,
    );
  }

  /** Throws Unavailable while Redis is away: BullMQ would wait for it without end, and the schedule with it. */
  private queueOf({ source_type: source }: Pick<WaitingLaunch, 'source_type'>): Queue<CrawlJob> {
    const queue = this.queues.get(source);
    if (queue === undefined) throw new Error(`no queue for ${source}`);
    if (this.redis.status !== 'ready') throw new Unavailable();
    return queue;
  }

  async ping(): Promise<void> {
    await this.redis.ping();
  }

  async onApplicationShutdown() {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    this.redis.disconnect();
  }
}
