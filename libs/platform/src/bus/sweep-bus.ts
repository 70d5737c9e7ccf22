import type pg from 'pg';
import type { Logger } from '../logging/logger.ts';
import { inTransaction } from './postgres/in-transaction.ts';

/** Every process of every service has a bus; of those that sweep at once, one does it. */
const SWEEP_LOCK = 727_005;
const SWEEP_MS = 600_000;
/** Rows of one transaction. */
const PAGE = 2_000;
/** A dead letter that nobody replayed in half a year is of no use, and its payload may hold a leak. */
export const DEAD_LETTER_DAYS = 180;
/** The relay to Kafka has a place in the log as any group does. */
export const RELAY_GROUP = 'kafka-relay';

/** Rows of `table` with this condition are over; `$1` is BUS_RETENTION_HOURS. */
interface Sweep {
  readonly table: string;
  readonly over: string;
}

/** Brokers delete in whole segments, so a payload is kept a day longer than its message. */
const SHARED: readonly Sweep[] = [
  { table: 'bus.large_payload', over: 'kept_at < now() - make_interval(hours => $1 + 24)' },
  { table: 'bus.dead_letter', over: `$1 >= 0 and died_at < now() - make_interval(days => ${DEAD_LETTER_DAYS})` },
];
/** When PostgreSQL carries the messages: what each group has acknowledged, and the place of a relay that nobody runs any more. */
const OWN_LOG: readonly Sweep[] = [
  { table: 'bus.consumer', over: `$1 >= 0 and group_name = '${RELAY_GROUP}'` },
  {
    table: 'bus.message',
    over: `published_at < now() - make_interval(hours => $1) and not exists (
      select from bus.consumer c where c.topic = message.topic and c.partition = message.partition and c.position < message.position)`,
  },
];

export interface BusSweepOptions {
  readonly logger: Logger;
  readonly retentionHours: number;
  /** Who carries the messages. With Kafka the relay deletes what the brokers have. */
  readonly carrier: 'postgresql' | 'kafka';
}

/** Deletes rows of the bus that are over, page by page. Returns how many, by table; ends early while another process sweeps. */
export async function sweepBus(pool: pg.Pool, { carrier, retentionHours }: BusSweepOptions): Promise<ReadonlyMap<string, number>> {
  const swept = new Map<string, number>();
  for (const { table, over } of carrier === 'kafka' ? SHARED : [...OWN_LOG, ...SHARED])
    for (let count = PAGE; count === PAGE; ) {
      count = await sweepPage(pool, table, over, retentionHours);
      if (count > 0) swept.set(table, (swept.get(table) ?? 0) + count);
    }
  return swept;
}

function sweepPage(pool: pg.Pool, table: string, over: string, retentionHours: number): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_xact_lock($1) as held', [SWEEP_LOCK]);
    if (rows[0]?.held !== true) return 0;
    const { rowCount } = await client.query(
      `delete from ${table} where ctid = any (array(select ctid from ${table} where ${over} limit ${PAGE} for update skip locked))`,
      [retentionHours],
    );
    return rowCount ?? 0;
  });
}

/** Sweeps every ten minutes until the interval is cleared. */
export const sweepRegularly = (pool: pg.Pool, options: BusSweepOptions): NodeJS.Timeout =>
  setInterval(() => {
    sweepBus(pool, options).catch((error: unknown) => options.logger.warn({ error: String(error) }, 'the bus was not swept'));
  }, SWEEP_MS);
