import type { Redis } from 'ioredis';
import type { Logger } from '../logging/logger.ts';
import { openRedis } from '../queue/redis.ts';
import { LIVE_LENGTH, LIVE_STREAM, type LiveNotifier } from './live.port.ts';

/** Organisations that wait while Redis is away; changes of more are found by the polls. */
const MAX_WAITING = 1_000;
/** Topics of one organisation within this time go into one entry. */
const GATHER_MS = 100;

/** Writes into a Redis stream. While Redis is away it keeps one set of topics for each organisation. */
export class RedisLiveNotifier implements LiveNotifier {
  private readonly url: string;
  private readonly logger: Logger;
  private readonly waiting = new Map<string, Set<string>>();
  /** Opened with the first notification: most processes send none. */
  private redis: Redis | undefined;
  private busy = false;
  private closed = false;

  constructor(url: string, logger: Logger) {
    this.url = url;
    this.logger = logger;
  }

  notify(organisations: Iterable<string>, topics: readonly string[]): void {
    if (this.closed) return;
    for (const organisation of organisations) {
      const known = this.waiting.get(organisation);
      if (known !== undefined || this.waiting.size < MAX_WAITING) this.waiting.set(organisation, new Set([...(known ?? []), ...topics]));
    }
    if (!this.busy && this.waiting.size > 0) void this.send();
  }

  async close(): Promise<void> {
    this.closed = true;
    this.redis?.disconnect();
  }

  /** Sends until nothing waits; one command is on its way at a time, also while Redis is away. */
  private async send(): Promise<void> {
    this.busy = true;
    this.redis ??= openRedis(this.url, this.logger, 'waits');
    while (this.waiting.size > 0 && !this.closed) {
      const entries = [...this.waiting];
      this.waiting.clear();
      const pipeline = this.redis.pipeline();
      for (const [organisation, topics] of entries)
        pipeline.xadd(LIVE_STREAM, 'MAXLEN', '~', LIVE_LENGTH, '*', 'organisation', organisation, 'topics', [...topics].join());
      await pipeline.exec().catch((error: unknown) => this.logger.debug({ error: String(error) }, 'live updates not sent'));
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    }
    this.busy = false;
  }
}
