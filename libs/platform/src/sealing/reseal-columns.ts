import type { Vault } from '../crypto/keys.ts';
import { type Database, rows, sql } from '../orm/database.ts';
import type { SealedColumn } from './sealed-column.ts';

/** Rows of one transaction: it holds their locks only for a moment. */
const PAGE = 200;

/**
 * Seals again, page by page, what was sealed with another key than the one that seals now. Returns how many values, by column. Rows that
 * another transaction has locked are left for the next time; what cannot be opened is passed to `failed` and stays as it is.
 */
export async function resealColumns(
  database: Database,
  vault: Vault,
  columns: readonly SealedColumn[],
  failed: (column: string, error: unknown) => void,
): Promise<ReadonlyMap<string, number>> {
  const resealed = new Map<string, number>();
  for (const column of columns) {
    const name = `${column.table}.${column.column}`;
    let after: string | null = null;
    do {
      const page: Page = await resealPage(database, vault, column, after, (error) => failed(name, error));
      if (page.count > 0) resealed.set(name, (resealed.get(name) ?? 0) + page.count);
      after = page.last;
    } while (after !== null);
  }
  return resealed;
}

interface Page {
  readonly count: number;
  /** null when it was the last one. */
  readonly last: string | null;
}

function resealPage(
  database: Database,
  vault: Vault,
  { table, id, column, context, scope }: SealedColumn,
  after: string | null,
  failed: (error: unknown) => void,
): Promise<Page> {
  const [name, key, value] = [sql.table(table), sql.ref(id), sql.ref(column)];
  return database.inScope(scope, async (em) => {
    const found = await rows(
      em,
      sql<{ id: string; sealed: Buffer }>`
        select ${key} as id, ${value} as sealed from ${name}
        where get_byte(${value}, 0) <> ${vault.version} and (${after}::uuid is null or ${key} > ${after}::uuid)
        order by ${key} limit ${PAGE} for update skip locked`,
    );
    let count = 0;
    for (const one of found) {
      try {
        const sealed = vault.reseal(one.sealed, context(one.id));
        await rows(em, sql`update ${name} set ${value} = ${sealed} where ${key} = ${one.id}::uuid`);
        count += 1;
      } catch (error) {
        failed(error);
      }
    }
    return { count, last: found.length < PAGE ? null : (found.at(-1)?.id ?? null) };
  });
}
