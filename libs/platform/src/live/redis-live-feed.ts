import type { Redis } from 'ioredis';
import type { Logger } from '../logging/logger.ts';
import { openRedis } from '../queue/redis.ts';
import { type Hint, LIVE_STREAM } from './live.port.ts';
import { BEGINNING, compareIds, goesOn, type StreamRange } from './stream-range.ts';

type Entry = readonly [id: string, fields: readonly string[]];

/** Entries as Redis gives them: an id, and names and values in turns. Entries without an organisation are ignored. */
function hintsOf(entries: readonly Entry[]): { readonly id: string; readonly hint: Hint }[] {
  return entries.map(([id, fields]) => {
    const valueOf = (name: string) => fields[fields.indexOf(name) + 1] ?? '';
    return { id, hint: { organisation: valueOf('organisation'), topics: valueOf('topics').split(',') } };
  });
}

const idOf = (entry: unknown): string | null => (Array.isArray(entry) && typeof entry[0] === 'string' ? entry[0] : null);

/** What the stream of hints holds now. Rejects while Redis is away. */
async function rangeOf(redis: Redis): Promise<StreamRange> {
  // Before the first message the stream does not exist, and XINFO fails with an error that has no code.
  if ((await redis.exists(LIVE_STREAM)) === 0) return { first: null, last: BEGINNING };
  const reply: unknown = await redis.xinfo('STREAM', LIVE_STREAM);
  if (!Array.isArray(reply)) return { first: null, last: BEGINNING };
  const valueOf = (name: string): unknown => reply[reply.indexOf(name) + 1];
  const last = valueOf('last-generated-id');
  return { first: idOf(valueOf('first-entry')), last: typeof last === 'string' ? last : BEGINNING };
}

/** A read waits this long for something new. */
const BLOCK_MS = 5_000;
/** Between two tries while Redis is away. */
const RETRY_MS = 500;
const READ_COUNT = 1_000;
/** A reader that missed more than this asks for everything again: that is less work than to look through it. */
export const MISSED_MAX = 1_000;

export interface FeedListener {
  readonly hint: (hint: Hint) => void;
  /** Updates were lost, or may have been: everything has to be asked for again. */
  readonly lost: () => void;
}

/** Follows the stream of hints for a whole process, on one connection that blocks. */
export class RedisLiveFeed {
  private readonly follower: Redis;
  private readonly asker: Redis;
  private readonly listener: FeedListener;
  private at: string | null = null;
  /** The connection is new: what happened before it has to be looked at. */
  private fresh = true;
  private closed = false;

  constructor(url: string, logger: Logger, listener: FeedListener) {
    this.follower = openRedis(url, logger, 'waits');
    this.asker = openRedis(url, logger);
    this.listener = listener;
    this.follower.on('ready', () => {
      this.fresh = true;
    });
  }

  /** The id up to which the listener received everything; null until Redis was reached for the first time. */
  get position(): string | null {
    return this.at;
  }

  start(): void {
    void this.follow();
  }

  /** What was published after `after`, oldest first; null when there is a gap or too much. Rejects while Redis is away. */
  async since(after: string): Promise<readonly Hint[] | null> {
    if (!goesOn(after, await rangeOf(this.asker))) return null;
    const entries = await this.asker.xrange(LIVE_STREAM, `(${after}`, '+', 'COUNT', MISSED_MAX + 1);
    return entries.length > MISSED_MAX ? null : hintsOf(entries).map(({ hint }) => hint);
  }

  /** Does not wait for the read at hand: a client that is cut off while it reconnects never answers it. */
  async close(): Promise<void> {
    this.closed = true;
    this.follower.disconnect();
    this.asker.disconnect();
  }

  private async follow(): Promise<void> {
    while (!this.closed) {
      try {
        await this.round();
      } catch {
        // Redis is away, and the connection's own log says so.
        if (!this.closed) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  private async round(): Promise<void> {
    const before = this.at;
    if (before === null) {
      this.at = (await rangeOf(this.follower)).last;
      this.fresh = false;
      this.listener.lost();
      return;
    }
    const reply = await this.follower.xread('COUNT', READ_COUNT, 'BLOCK', BLOCK_MS, 'STREAMS', LIVE_STREAM, before);
    if (this.fresh) {
      this.fresh = false;
      const range = await rangeOf(this.follower);
      if (!goesOn(before, range)) {
        // Of a stream that was begun anew everything is new.
        if (compareIds(before, range.last) > 0) this.at = BEGINNING;
        this.listener.lost();
      }
    }
    for (const { id, hint } of hintsOf(reply?.[0]?.[1] ?? [])) {
      this.at = id;
      this.listener.hint(hint);
    }
  }
}
