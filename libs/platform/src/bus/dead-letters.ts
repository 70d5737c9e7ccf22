import type pg from 'pg';
import type { DeadLetter, DeadLetterPage, ListedDeadLetter } from './bus.port.ts';
import type { LogRow, Place } from './deliver-batch.ts';

/** Long enough for a message, too short for a stack or a document. */
const REASON_CHARACTERS = 2_000;

export async function listDeadLetters(pool: pg.Pool, group: string): Promise<readonly DeadLetter[]> {
  const { rows } = await pool.query<DeadLetter>(
    `select id, group_name as "group", topic, key, payload, reason, attempts
     from bus.dead_letter where group_name = $1 order by died_at`,
    [group],
  );
  return rows;
}

/** A page without payloads: a payload may be large, and it may hold found leaks. */
export async function pageOfDeadLetters(
  pool: pg.Pool,
  { group, limit, offset }: DeadLetterPage,
): Promise<{ readonly count: number; readonly results: readonly ListedDeadLetter[] }> {
  const counted = await pool.query<{ count: number }>(
    'select count(*)::int as count from bus.dead_letter where $1::text is null or group_name = $1',
    [group],
  );
  const { rows } = await pool.query<ListedDeadLetter>(
    `select id, group_name as "group", topic, reason, attempts, died_at as "diedAt" from bus.dead_letter
     where $1::text is null or group_name = $1 order by died_at, id limit $2 offset $3`,
    [group, limit, offset],
  );
  return { count: counted.rows[0]?.count ?? 0, results: rows };
}

/** Keeps what could not be handled, with its reason, until it is replayed. */
export async function keepDeadLetter(
  client: pg.Pool | pg.PoolClient,
  place: Place,
  message: LogRow,
  attempts: number,
  reason: string,
): Promise<void> {
  await client.query(
    `insert into bus.dead_letter (id, group_name, topic, partition, key, payload, reason, attempts)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (group_name, id) do update set reason = excluded.reason, attempts = excluded.attempts`,
    [
      message.id,
      place.group,
      place.topic,
      place.partition,
      message.key,
      JSON.stringify(message.payload),
      reason.slice(0, REASON_CHARACTERS),
      attempts,
    ],
  );
}
