import type pg from 'pg';
import type { Logger } from '../logging/logger.ts';
import { inTransaction } from './postgres/in-transaction.ts';

/** Every process of every service has a bus; of those that sweep at once, one does it. */
const SWEEP_LOCK = 727_005;
const SWEEP_MS = 600_000;
/** Rows of one transaction. */
const PAGE = 2_000;
/** A dead letter that was not replayed within half a year is of no use, and its payload may hold a leak. */
export const DEAD_LETTER_DAYS = 180;
/** The relay to Kafka has a place in the log as any group does. */
export const RELAY_GROUP = 'kafka-relay';

/** Rows of `table` with this condition are over; `$1` is BUS_RETENTION_HOURS. */
interface Sweep {
  readonly table: string;
  readonly over: string;
}

/** Its message may have been relayed later than it was kept. */
const PAYLOADS: Sweep = { table: 'bus.large_payload', over: 'kept_at < now() - make_interval(hours => $1 + 24)' };
const SHARED: readonly Sweep[] = [
  { table: 'bus.dead_letter', over: `$1 >= 0 and died_at < now() - make_interval(days => ${DEAD_LETTER_DAYS})` },
];
/** When PostgreSQL carries the messages: what each group has acknowledged, and the place of a relay that no longer runs. */
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
  /** With Kafka: trims the topics, and returns whether every group has handled all that is older than the retention. */
  readonly handled?: () => Promise<boolean>;
}

/** Deletes rows of the bus that are over, page by page. Returns how many, by table; ends early while another process sweeps. */
export async function sweepBus(pool: pg.Pool, options: BusSweepOptions): Promise<ReadonlyMap<string, number>> {
  const { carrier, retentionHours, handled } = options;
  const swept = new Map<string, number>();
  // A message that a group has not handled may refer to a payload.
  const payloads = handled === undefined || (await alone(pool, handled, false)) ? [PAYLOADS] : [];
  for (const { table, over } of [...(carrier === 'kafka' ? [] : OWN_LOG), ...SHARED, ...payloads])
    for (let count = PAGE; count === PAGE; ) {
      count = await sweepPage(pool, table, over, retentionHours);
      if (count > 0) swept.set(table, (swept.get(table) ?? 0) + count);
    }
  return swept;
}

/** Runs `work` unless another process sweeps at this moment. */
function alone<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>, otherwise: T): Promise<T> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_xact_lock($1) as held', [SWEEP_LOCK]);
    return rows[0]?.held === true ? work(client) : otherwise;
  });
}

function sweepPage(pool: pg.Pool, table: string, over: string, retentionHours: number): Promise<number> {
  const page = `delete from ${table} where ctid = any (array(select ctid from ${table} where ${over} limit ${PAGE} for update skip locked))`;
  return alone(pool, async (client) => (await client.query(page, [retentionHours])).rowCount ?? 0, 0);
}

/** Sweeps every ten minutes until the interval is cleared. */
export const sweepRegularly = (pool: pg.Pool, options: BusSweepOptions): NodeJS.Timeout =>
  setInterval(() => {
    sweepBus(pool, options).catch((error: unknown) => options.logger.warn({ error: String(error) }, 'the bus was not swept'));
  }, SWEEP_MS);
