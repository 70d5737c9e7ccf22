import type pg from 'pg';

/** Removes messages that are older than the retention and that every known group has acknowledged. Returns how many. */
export async function pruneLog(pool: pg.Pool, retentionHours: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from bus.message m where m.published_at < now() - make_interval(hours => $1) and not exists (
       select from bus.consumer c where c.topic = m.topic and c.partition = m.partition and c.position < m.position)`,
    [retentionHours],
  );
  return rowCount ?? 0;
}
