import type pg from 'pg';
import type { LogRow } from '../deliver-batch.ts';
import type { Decoded } from './message-codec.ts';

/** Keeps the payloads of messages that are too large to travel, in the relay's transaction. */
export async function keepLargePayloads(client: pg.PoolClient, rows: readonly LogRow[]): Promise<void> {
  for (const row of rows)
    await client.query('insert into bus.large_payload (id, payload) values ($1, $2) on conflict (id) do nothing', [
      row.id,
      JSON.stringify(row.payload),
    ]);
}

/** Gives messages that came by reference their payloads. One that is kept no longer stays as it came. */
export async function fetchLargePayloads(pool: pg.Pool, messages: readonly Decoded[]): Promise<readonly LogRow[]> {
  const ids = messages.filter(({ byReference }) => byReference).map(({ id }) => id);
  if (ids.length === 0) return messages;
  const { rows } = await pool.query<{ id: string; payload: unknown }>('select id, payload from bus.large_payload where id = any ($1)', [
    ids,
  ]);
  const kept = new Map(rows.map(({ id, payload }) => [id, payload]));
  return messages.map((message) => (kept.has(message.id) ? { ...message, payload: kept.get(message.id) } : message));
}
