import { type Database, row, sql } from '../orm/database.ts';
import { SCHEDULER } from '../orm/scope.ts';
import type { ServiceRetention } from './table-retention.ts';

/** Rows of one transaction: it holds their locks only for a moment. */
const PAGE = 1_000;

/**
 * Deletes the rows of a schema that are over, page by page. Returns how many, by table. It waits for no row that another transaction
 * has locked: the next sweep finds it.
 */
export async function sweepTables(
  database: Database,
  schema: string,
  tables: ServiceRetention,
  failed: (table: string, error: unknown) => void,
): Promise<ReadonlyMap<string, number>> {
  const swept = new Map<string, number>();
  for (const [table, { over }] of Object.entries(tables)) {
    if (over === undefined) continue;
    try {
      for (let count = PAGE; count === PAGE; ) {
        count = await sweepPage(database, `${schema}.${table}`, over);
        if (count > 0) swept.set(table, (swept.get(table) ?? 0) + count);
      }
    } catch (error) {
      // The other tables have their turn.
      failed(table, error);
    }
  }
  return swept;
}

async function sweepPage(database: Database, table: string, over: string): Promise<number> {
  const name = sql.table(table);
  const deleted = await database.inScope(SCHEDULER, (em) =>
    row(
      em,
      sql<{ count: number }>`
        with swept as (
          delete from ${name} where ctid = any (array(select ctid from ${name} where ${sql.raw(over)} limit ${PAGE} for update skip locked))
          returning 1
        ) select count(*)::int as count from swept`,
    ),
  );
  return deleted?.count ?? 0;
}
