import type pg from 'pg';
import type { LogRow } from '../deliver-batch.ts';
import type { Decoded } from './message-codec.ts';

/**
 * Keeps the payloads of messages that are too large to travel, before the messages are sent: a consumer reads them as soon as the brokers have
 * the messages, so this is not part of the relay's transaction. A message that is sent again, days later, keeps its payload as long as a new one.
 */
export async function keepLargePayloads(pool: pg.Pool, rows: readonly LogRow[]): Promise<void> {
  for (const row of rows)
    await pool.query(
      'insert into bus.large_payload (id, payload) values ($1, $2) on conflict (id) do update set kept_at = clock_timestamp()',
      [row.id, JSON.stringify(row.payload)],
    );
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
