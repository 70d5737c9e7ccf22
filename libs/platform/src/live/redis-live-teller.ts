import type { Redis } from 'ioredis';
import type { Logger } from '../logging/logger.ts';
import { openRedis } from '../queue/redis.ts';
import { LIVE_LENGTH, LIVE_STREAM, type LiveTeller } from './live.port.ts';

/** Organisations with something untold while Redis is away; more are left to the polls. */
const MAX_WAITING = 1_000;
/** What is told again within this time goes in one entry. */
const GATHER_MS = 100;

/** Tells through a stream of Redis. Waits for Redis in one place and holds no more than a set of topics an organisation. */
export class RedisLiveTeller implements LiveTeller {
  private readonly url: string;
  private readonly logger: Logger;
  private readonly waiting = new Map<string, Set<string>>();
  /** Opened with the first hint: most processes tell nothing. */
  private redis: Redis | undefined;
  private busy = false;
  private closed = false;

  constructor(url: string, logger: Logger) {
    this.url = url;
    this.logger = logger;
  }

  tell(organisation: string, topics: readonly string[]): void {
    if (this.closed) return;
    const known = this.waiting.get(organisation);
    if (known === undefined && this.waiting.size >= MAX_WAITING) return;
    this.waiting.set(organisation, new Set([...(known ?? []), ...topics]));
    if (!this.busy) void this.send();
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
      await pipeline.exec().catch((error: unknown) => this.logger.debug({ error: String(error) }, 'hints not told'));
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    }
    this.busy = false;
  }
}
