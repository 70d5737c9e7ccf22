import type { Logger } from '../logging/logger.ts';
import { type Database, row, rows, type SqlEntityManager, sql } from '../orm/database.ts';
import { SCHEDULER } from '../orm/scope.ts';
import type { ObjectStore } from './objects.port.ts';

/*
 * A table with one row for each object that will be deleted: `object_key text primary key, due timestamptz`. An object is listed in it
 * before it is stored, until the row that refers to it cancels the deletion: a process that dies in between leaves nothing behind. What is
 * no longer wanted is listed in the transaction that removes its row. Keys are made of ids and hashes, so the table has no organisation.
 */

/** Schedules the deletion of objects in so many seconds; a known one gets the new time. `table` is `<schema>.<name>`. */
export async function scheduleDeletions(em: SqlEntityManager, table: string, keys: readonly string[], seconds: number): Promise<void> {
  if (keys.length === 0) return;
  await rows(
    em,
    sql`insert into ${sql.table(table)} (object_key, due)
        select key, now() + make_interval(secs => ${seconds}) from unnest(${[...new Set(keys)].sort()}::text[]) as k (key)
        on conflict (object_key) do update set due = excluded.due`,
  );
}

/** Cancels deletions. Returns the keys that were still listed; the other objects have been deleted. */
export async function cancelDeletions(em: SqlEntityManager, table: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const cancelled = await rows(
    em,
    sql<{ object_key: string }>`delete from ${sql.table(table)} where object_key = any (${[...keys]}::text[]) returning object_key`,
  );
  return new Set(cancelled.map(({ object_key: key }) => key));
}

/** Deletes the objects that are due. */
export class ObjectSweep {
  constructor(
    private readonly database: Database,
    private readonly objects: Pick<ObjectStore, 'delete'>,
    private readonly table: string,
    private readonly logger: Logger,
  ) {}

  /** Returns how many were deleted. An object that the store could not delete stays due. */
  async run(): Promise<number> {
    for (let swept = 0; ; swept += 1) if (!(await this.deleteOne())) return swept;
  }

  /** At once, for a person who waits. After a failure the next round deletes the object. */
  async now(): Promise<void> {
    await this.run().catch((error: unknown) => this.logger.warn({ error: String(error) }, 'objects are deleted later'));
  }

  /** In the transaction that removes its row: one that cancels the deletion meanwhile waits, and finds the object deleted. */
  private deleteOne(): Promise<boolean> {
    return this.database.inScope(SCHEDULER, async (em) => {
      const due = await row(
        em,
        sql<{ object_key: string }>`
          delete from ${sql.table(this.table)} where object_key = (
            select object_key from ${sql.table(this.table)} where due <= now() order by due limit 1 for update skip locked)
          returning object_key`,
      );
      if (due !== undefined) await this.objects.delete(due.object_key);
      return due !== undefined;
    });
  }
}
