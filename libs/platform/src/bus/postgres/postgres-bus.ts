import type pg from 'pg';
import { connectionError } from '../../errors/connection-lost.ts';
import { retryTransient } from '../../errors/retry-transient.ts';
import type { Logger } from '../../logging/logger.ts';
import type { SqlEntityManager } from '../../orm/database.ts';
import type { Bus, Consumer, DeadLetter, DeadLetterPage, OutgoingMessage, Pages, Replay, Subscription } from '../bus.port.ts';
import { PARTITIONS } from '../bus.migrations.ts';
import { listDeadLetters, pageOfDeadLetters } from '../dead-letters.ts';
import { toDeliveries } from '../to-deliveries.ts';
import { ReadingMarks, REPLAYED } from '../reading-marks.ts';
import { RELAY_GROUP, sweepRegularly } from '../sweep-bus.ts';
import { writeOutbox, writePages } from '../write-outbox.ts';
import { WakeUp } from './wake-up.ts';
import { refusedDatabase } from './refused-database.ts';
import { openBusPool } from './bus-pool.ts';
import { ConsumerLoop } from './consumer-loop.ts';
import { DEFAULT_BATCH } from '../deliver-batch.ts';

export interface PostgresBusOptions {
  readonly url: string;
  readonly logger: Logger;
  /** Attempts to handle a message before it is a dead letter. */
  readonly maxAttempts: number;
  readonly pollMs: number;
  /** Consumed messages are kept this long, for groups that are added later. */
  readonly retentionHours: number;
}

/** Partitions that are worked on at once; more consumers than this take turns. Opened when needed. */
const MAX_CONNECTIONS = 12;
/**
 * Attempts are counted outside the consumers' transactions, on separate connections: a consumer that holds a partition must
 * not wait for a connection that other holders keep.
 */
const COUNTING_CONNECTIONS = 2;

/** The embedded bus: the outbox itself as a log, an offset for each group and partition, woken by NOTIFY. */
export class PostgresBus implements Bus {
  private readonly options: PostgresBusOptions;
  private readonly pool: pg.Pool;
  private readonly counting: pg.Pool;
  private readonly wakeUp: WakeUp;
  private readonly loops = new Set<ConsumerLoop>();
  private readonly sweeping: NodeJS.Timeout;
  private readonly reading: ReadingMarks;
  private closed = false;
  private waits = false;

  constructor(options: PostgresBusOptions) {
    this.options = options;
    this.pool = openBusPool(options, MAX_CONNECTIONS);
    this.counting = openBusPool(options, COUNTING_CONNECTIONS);
    this.wakeUp = new WakeUp(options.url, options.logger);
    this.reading = new ReadingMarks(this.pool, options.logger);
    this.sweeping = sweepRegularly(this.pool, { ...options, carrier: 'postgresql' });
  }

  async publish(em: SqlEntityManager, messages: readonly OutgoingMessage[]): Promise<void> {
    await writeOutbox(em, messages);
  }

  publishPages(em: SqlEntityManager, topic: string, pages: Pages): Promise<void> {
    return writePages(em, topic, pages);
  }

  async consume<P>(subscription: Subscription<P>): Promise<Consumer> {
    const { group, message } = subscription;
    // A service that starts while the database restarts waits for it, as its consumers would.
    await retryTransient(
      () =>
        this.register(group, message.topic).catch((error: unknown) => {
          throw refusedDatabase(connectionError(error));
        }),
      () => {
        this.sayThatItWaits();
        return this.closed;
      },
    );
    const work = {
      group,
      topic: message.topic,
      batchSize: subscription.batchSize ?? DEFAULT_BATCH,
      handle: toDeliveries(subscription),
    };
    const loop = new ConsumerLoop({ working: this.pool, counting: this.counting }, work, this.wakeUp, this.options);
    this.loops.add(loop);
    loop.start();
    return {
      stop: async () => {
        await loop.stop();
        this.loops.delete(loop);
      },
    };
  }

  private async register(group: string, topic: string): Promise<void> {
    await this.pool.query(
      `insert into bus.consumer (group_name, topic, partition)
       select $1, $2, generate_series(0, $3::int - 1) on conflict do nothing`,
      [group, topic, PARTITIONS],
    );
    await this.reading.begin(group, topic);
  }

  /** Once: every subscription waits for the same reason. */
  private sayThatItWaits(): void {
    if (this.waits || this.closed) return;
    this.waits = true;
    this.options.logger.warn({ setting: 'DATABASE_URL' }, 'PostgreSQL cannot be reached; the service starts when it can');
  }

  async groups(): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ group_name: string }>(
      `select group_name from bus.consumer where group_name <> $1 union select group_name from bus.dead_letter order by 1`,
      [RELAY_GROUP],
    );
    return rows.map(({ group_name: group }) => group);
  }

  async deadLetters(group: string): Promise<readonly DeadLetter[]> {
    return listDeadLetters(this.pool, group);
  }

  listDeadLetters(page: DeadLetterPage) {
    return pageOfDeadLetters(this.pool, page);
  }

  async replay(group: string, ids?: readonly string[]): Promise<Replay> {
    const { rows } = await this.pool.query<Replay>(
      `with ${REPLAYED}, placed as (
         -- Another carrier may have counted its partitions in another way.
         select dead.id, topic, key, payload, group_name, (hashtextextended(key, 0) & 2147483647) % ${PARTITIONS} as partition from dead
       ), locked as (
         select placed.*, pg_advisory_xact_lock(hashtext('bus:' || topic), partition::int) from placed order by topic, partition
       ), again as (
         insert into bus.message (id, topic, partition, key, payload, for_group)
         select id, topic, partition, key, payload, group_name from locked returning id
       )
       select (select count(*)::int from again) as replayed, (select count(*)::int from unread) as kept`,
      [group, ids ?? null],
    );
    this.wakeUp.wakeAll();
    return rows[0] ?? { replayed: 0, kept: 0 };
  }

  async lag(group: string): Promise<number> {
    const { rows } = await this.pool.query<{ lag: string }>(
      `select count(*) as lag from bus.consumer c join bus.message m
         on m.topic = c.topic and m.partition = c.partition and m.position > c.position
        and (m.for_group is null or m.for_group = c.group_name)
       where c.group_name = $1`,
      [group],
    );
    return Number(rows[0]?.lag ?? 0);
  }

  async ping(): Promise<void> {
    await this.pool.query('select 1');
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.sweeping);
    this.reading.close();
    await Promise.all([...this.loops].map((loop) => loop.stop()));
    await this.wakeUp.close();
    await Promise.all([this.pool.end(), this.counting.end()]);
  }
}
