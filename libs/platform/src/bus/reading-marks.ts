import type pg from 'pg';
import type { Logger } from '../logging/logger.ts';

/** How often a process says that it reads; replays look back for several times as long, so that a restart does not count. */
const MARK_MS = 60_000;

/**
 * Whether a process has read the topic of a `dead_letter` for its group lately, by the clock of whoever read last: all services may be
 * stopped. Where nobody reads, a replayed message would leave the list and never be handled.
 */
const HAS_READER = `exists (select from bus.reading r where r.group_name = dead_letter.group_name and r.topic = dead_letter.topic
  and r.seen_at > (select max(seen_at) from bus.reading) - interval '10 minutes')`;

/** Of the dead letters of a group $1, those of the ids $2 or all: `unread` stay, `dead` are taken to be replayed. */
export const REPLAYED = `unread as (
    select from bus.dead_letter where group_name = $1 and ($2::uuid[] is null or id = any ($2::uuid[])) and not ${HAS_READER}
  ), dead as (
    delete from bus.dead_letter where group_name = $1 and ($2::uuid[] is null or id = any ($2::uuid[])) and ${HAS_READER} returning *
  )`;

/** Which groups read which topics at present, as their processes say. */
export class ReadingMarks {
  private readonly pool: pg.Pool;
  private readonly logger: Logger;
  private readonly topics = new Map<string, Set<string>>();
  private readonly timer: NodeJS.Timeout;

  constructor(pool: pg.Pool, logger: Logger) {
    this.pool = pool;
    this.logger = logger;
    this.timer = setInterval(() => {
      for (const [group, topics] of this.topics)
        this.mark(group, [...topics]).catch((error: unknown) =>
          this.logger.debug({ group, error: String(error) }, 'reading was not noted'),
        );
    }, MARK_MS);
  }

  /** From now on, until the bus is closed. */
  async begin(group: string, topic: string): Promise<void> {
    this.topics.set(group, (this.topics.get(group) ?? new Set()).add(topic));
    await this.mark(group, [topic]);
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async mark(group: string, topics: readonly string[]): Promise<void> {
    await this.pool.query(
      `insert into bus.reading (group_name, topic, seen_at) select $1, topic, clock_timestamp() from unnest($2::text[]) topic
       on conflict (group_name, topic) do update set seen_at = excluded.seen_at`,
      [group, topics.toSorted()],
    );
  }
}
