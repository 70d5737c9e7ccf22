import type pg from 'pg';
import type { Logger } from '../../logging/logger.ts';
import type { WakeUp } from '../postgres/wake-up.ts';
import { inTransaction } from '../postgres/in-transaction.ts';
import { acknowledge, type Claim, claimPartition } from '../postgres/log-statements.ts';
import { PollLoop } from '../postgres/poll-loop.ts';
import type { LogRow } from '../deliver-batch.ts';
import { keepLargePayloads } from './large-payloads.ts';
import { type Encoded, encode } from './message-codec.ts';
import type { TopicProducer } from './topic-producer.ts';
import { MAX_RECORD_BYTES } from './topic-maker.ts';
import { retryTopic } from './topic-names.ts';
import { RELAY_GROUP } from '../sweep-bus.ts';

/** Messages of one partition that are moved in one transaction. */
const BATCH = 500;

interface Pending {
  readonly topic: string;
  readonly encoded: Encoded;
}

/**
 * Moves what transactions published from PostgreSQL to Kafka, in order for each key. A partition is held by a row lock
 * while its messages are sent: of several processes one moves it, and when that dies another goes on. A message is
 * sent again only when a process dies, or the database leaves, between the brokers' answer and its own commit.
 */
export class OutboxRelay {
  private readonly pool: pg.Pool;
  private readonly producer: TopicProducer;
  private readonly loop: PollLoop;

  constructor(pool: pg.Pool, wakeUp: WakeUp, producer: TopicProducer, options: { readonly logger: Logger; readonly pollMs: number }) {
    this.pool = pool;
    this.producer = producer;
    this.loop = new PollLoop(wakeUp, {
      round: () => this.round(),
      failed: (error) => options.logger.warn({ error: String(error) }, 'messages wait in the outbox: the brokers or the database are away'),
      pollMs: options.pollMs,
    });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Moves the next messages of one partition. False when there was nothing. */
  private async round(): Promise<boolean> {
    await this.pool.query(
      `insert into bus.consumer (group_name, topic, partition)
       select distinct $1, topic, partition from bus.message on conflict do nothing`,
      [RELAY_GROUP],
    );
    return inTransaction(this.pool, async (client) => {
      const claim = await claimPartition(client, RELAY_GROUP, undefined);
      if (claim !== undefined) await this.move(client, claim);
      this.loop.backOff.succeeded();
      return claim !== undefined;
    });
  }

  private async move(client: pg.PoolClient, claim: Claim): Promise<void> {
    const { rows } = await client.query<LogRow & { for_group: string | null }>(
      `select position, id, key, payload, published_at, for_group from bus.message
       where topic = $1 and partition = $2 and position > $3 order by position limit $4`,
      [claim.topic, claim.partition, claim.position, BATCH],
    );
    const last = rows.at(-1);
    if (last === undefined) return acknowledge(client, claim, claim.upTo);
    const pending = rows.map((row) => ({
      // Replayed while PostgreSQL carried the messages.
      topic: row.for_group === null ? claim.topic : retryTopic(claim.topic, row.for_group),
      encoded: encode(row),
      row,
    }));
    await keepLargePayloads(
      this.pool,
      pending.filter(({ encoded }) => encoded.byReference).map(({ row }) => row),
    );
    for (const part of portions(pending)) await this.producer.send(part.map(({ topic, encoded }) => ({ topic, message: encoded.message })));
    await client.query('delete from bus.message where topic = $1 and partition = $2 and position <= $3', [
      claim.topic,
      claim.partition,
      last.position,
    ]);
    await acknowledge(client, claim, last.position);
  }
}

/** Parts in order, each small enough for one batch of records. */
function portions(pending: readonly Pending[]): readonly (readonly Pending[])[] {
  const parts: Pending[][] = [];
  let room = 0;
  for (const one of pending) {
    const part = parts.at(-1);
    if (part === undefined || one.encoded.bytes > room) {
      parts.push([one]);
      room = MAX_RECORD_BYTES - one.encoded.bytes;
    } else {
      part.push(one);
      room -= one.encoded.bytes;
    }
  }
  return parts;
}
