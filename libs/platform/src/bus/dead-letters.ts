import type pg from 'pg';
import type { DeadLetter } from './bus.port.ts';
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
