import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type CrawlJob, crawlQueue } from '@leakwatch/contracts';
import { JobQueue, LOGGER, type Logger, SETTINGS } from '@leakwatch/platform';
import { SOURCE_TYPES } from '@leakwatch/vocabulary';
import type { TasksSettings } from '../settings.ts';
import type { QueuedLaunch } from './launch.store.ts';

/** Finished jobs that stay in the queue, for a person who inspects it. PostgreSQL has the same facts. */
const KEPT_JOBS = 100;

/** One queue for each source. Every method throws Unavailable while Redis is away. */
@Injectable()
export class CrawlQueues implements OnApplicationShutdown {
  private readonly queues: ReadonlyMap<string, JobQueue<CrawlJob>>;

  constructor(@Inject(SETTINGS) settings: TasksSettings, @Inject(LOGGER) logger: Logger) {
    const connection = { redisUrl: settings.REDIS_URL, logger };
    this.queues = new Map(SOURCE_TYPES.map((source) => [source, new JobQueue<CrawlJob>(crawlQueue(source), connection)]));
  }

  /** Queues a launch. One that is queued already stays unchanged. */
  async add({ id, ...launch }: QueuedLaunch): Promise<void> {
    await this.queueOf(launch).add(id, { launch_id: id, ...launch }, { removeOnComplete: KEPT_JOBS, removeOnFail: KEPT_JOBS });
  }

  /** True while a job of the launch waits or runs. */
  holds(launch: QueuedLaunch): Promise<boolean> {
    return this.queueOf(launch).holds(launch.id);
  }

  /** Removes a launch from the queue. Returns false while a worker runs it. */
  withdraw(launch: Pick<QueuedLaunch, 'id' | 'source_type'>): Promise<boolean> {
    return this.queueOf(launch).withdraw(launch.id);
  }

  async onApplicationShutdown() {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
  }

  private queueOf({ source_type: source }: Pick<QueuedLaunch, 'source_type'>): JobQueue<CrawlJob> {
    const queue = this.queues.get(source);
    if (queue === undefined) throw new Error(`no queue for ${source}`);
    return queue;
  }
}
