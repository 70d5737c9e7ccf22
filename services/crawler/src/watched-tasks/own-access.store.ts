import type { OwnAccess, TaskChange } from '@leakwatch/contracts';
import { taskChangesV1 } from '@leakwatch/contracts';
import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/** Stores whether an organisation has accounts of its own; returns false where nothing changed, or the message is older. */
export async function saveOwnAccess(em: SqlEntityManager, access: OwnAccess): Promise<boolean> {
  const { organisation_id, source_type, owns, version } = access;
  const before = await tables(em)
    .selectFrom('crawler.own_access')
    .select('owns')
    .where('organisation_id', '=', organisation_id)
    .where('source_type', '=', source_type)
    .forUpdate()
    .executeTakeFirst();
  const written = await tables(em)
    .insertInto('crawler.own_access')
    .values({ organisation_id, source_type, owns, version: String(version) })
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'source_type'])
        .doUpdateSet({ owns, version: String(version) })
        .where('crawler.own_access.version', '<', String(version)),
    )
    .returning('owns')
    .execute();
  return written.length === 1 && (before?.owns ?? false) !== owns;
}

/** The organisation's running tasks that selected the source, locked in the order of their ids. */
export async function runningTasks(em: SqlEntityManager, { organisation_id, source_type }: OwnAccess): Promise<TaskChange[]> {
  const found = await tables(em)
    .selectFrom('crawler.watched_task')
    .select('snapshot')
    .where('organisation_id', '=', organisation_id)
    .where('running', '=', true)
    .where(sql<boolean>`snapshot -> 'source_types' ? ${source_type}`)
    .orderBy('task_id')
    .forUpdate()
    .execute();
  return found.map(({ snapshot }) => taskChangesV1.schema.parse(snapshot));
}
