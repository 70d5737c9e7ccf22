import { type Database, rows, sql } from '../orm/database.ts';
import type { SealedColumn } from './sealed-column.ts';

/** How many values each version of the sealing key has sealed. */
export type SealedCounts = ReadonlyMap<number, number>;

export async function countSealed(database: Database, columns: readonly SealedColumn[]): Promise<SealedCounts> {
  const counts = new Map<number, number>();
  for (const { table, column, scope } of columns) {
    const value = sql.ref(column);
    const found = await database.inScope(scope, (em) =>
      rows(
        em,
        sql<{ version: number; count: number }>`
          select get_byte(${value}, 0) as version, count(*)::int as count from ${sql.table(table)} where ${value} is not null group by 1`,
      ),
    );
    for (const { version, count } of found) counts.set(version, (counts.get(version) ?? 0) + count);
  }
  return counts;
}
