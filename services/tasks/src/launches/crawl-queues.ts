import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type CrawlJob, crawlQueue } from '@leakwatch/contracts';
import { LOGGER, type Logger, openRedis, SETTINGS, type ServiceSettings, Unavailable } from '@leakwatch/platform';
import { CRAWLED_SOURCES } from '@leakwatch/vocabulary';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { QueuedLaunch } from './launch.store.ts';

/** Finished jobs that stay in the queue, for a person who inspects it. PostgreSQL has the same facts. */
const KEPT_JOBS = 100;

/** One BullMQ queue for each crawled source. PostgreSQL is the record of launches; a job only carries one to a worker. */
@Injectable()
export class CrawlQueues implements OnApplicationShutdown {
  private readonly redis: Redis;
  private readonly queues: ReadonlyMap<string, Queue<CrawlJob>>;

  constructor(@Inject(SETTINGS) settings: ServiceSettings, @Inject(LOGGER) logger: Logger) {
    this.redis = openRedis(settings.REDIS_URL, logger);
    this.queues = new Map(
      [...CRAWLED_SOURCES].map((source) => [source, new Queue<CrawlJob>(crawlQueue(source), { connection: this.redis })]),
    );
    for (const queue of this.queues.values()) queue.on('error', (error) => logger.debug({ error: error.message }, 'queue'));
  }

  /** Queues a launch. One that is queued already stays unchanged. */
  async add(launch: QueuedLaunch): Promise<void> {
    const queue = this.queueOf(launch);
    const { id, ...job } = launch;
    await queue.add('launch', { launch_id: id, ...job } as CrawlJob, {
      jobId: id,
      removeOnComplete: KEPT_JOBS,
      removeOnFail: KEPT_JOBS,
    });
  }

  /** True while a job of the launch waits or runs. */
  async holds(launch: QueuedLaunch): Promise<boolean> {
    const job = await this.queueOf(launch).getJob(launch.id);
    if (job === undefined) return false;
    if (!(await job.isCompleted()) && !(await job.isFailed())) return true;
    await job.remove();
    return false;
  }

  /** Removes a launch from the queue. Returns false while a worker runs it. */
  async withdraw(launch: Pick<QueuedLaunch, 'id' | 'source_type'>): Promise<boolean> {
    const job = await this.queueOf(launch).getJob(launch.id);
    if (job === undefined) return true;
    if (await job.isActive()) return false;
    // Fails when a worker has just locked the job: that worker sees the cancellation itself.
    return job.remove().then(
      () => true,
      () => false,
    );
  }

  /** Throws Unavailable while Redis is away: BullMQ would wait for it forever, and the schedule with it. */
  private queueOf({ source_type: source }: Pick<QueuedLaunch, 'source_type'>): Queue<CrawlJob> {
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
