import { row, type RowOf, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import type { FileDeletionEntity } from './file-deletion.entity.ts';

/** Schedules the deletion of a file in so many seconds. */
export async function scheduleDeletion(em: SqlEntityManager, key: string, seconds: number): Promise<void> {
  await tables(em)
    .insertInto('reports.file_deletion')
    .values({ object_key: key, due: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .onConflict((conflict) => conflict.column('object_key').doUpdateSet((eb) => ({ due: eb.ref('excluded.due') })))
    .execute();
}

/** Cancels the deletion of a file. False when the file has been deleted. */
export async function cancelDeletion(em: SqlEntityManager, key: string): Promise<boolean> {
  const cancelled = await tables(em)
    .deleteFrom('reports.file_deletion')
    .where('object_key', '=', key)
    .returning('object_key')
    .executeTakeFirst();
  return cancelled !== undefined;
}

/** The key of one file that is due, locked until the transaction ends; undefined when there is none. */
export async function takeDueFile(em: SqlEntityManager): Promise<string | undefined> {
  const due = await row(
    em,
    sql<Pick<RowOf<typeof FileDeletionEntity>, 'object_key'>>`
      delete from reports.file_deletion where object_key = (
        select object_key from reports.file_deletion where due <= now() order by due limit 1 for update skip locked)
      returning object_key`,
  );
  return due?.object_key;
}
