import type pg from 'pg';
import type { Place } from './deliver-batch.ts';

/** Counts an attempt at a place's next message, outside the consumer's transaction: a crash must not undo it. */
export async function countAttempt(pool: pg.Pool, place: Place, step: number): Promise<number> {
  const { rows } = await pool.query<{ attempts: number }>(
    `insert into bus.attempt as a (group_name, topic, partition, position, attempts) values ($1, $2, $3, $4, $5)
     on conflict (group_name, topic, partition) do update
       set attempts = case when a.position = excluded.position then a.attempts + $5 else greatest($5, 0) end,
           position = excluded.position
     returning attempts`,
    [place.group, place.topic, place.partition, place.position, step],
  );
  return rows[0]?.attempts ?? 1;
}
