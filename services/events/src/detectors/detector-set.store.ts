import type { RegexTemplateChange } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/**
 * The revision that events are examined with. It cannot change before the transaction ends: a change waits for it, and examines
 * afterwards what it wrote.
 */
export async function holdRevision(em: SqlEntityManager): Promise<number> {
  const { revision } = await tables(em).selectFrom('events.detector_set').select('revision').forKeyShare().executeTakeFirstOrThrow();
  return revision;
}

/** The revision with which texts are read. */
export async function readRevision(em: SqlEntityManager): Promise<number> {
  const { revision } = await tables(em).selectFrom('events.detector_set').select('revision').executeTakeFirstOrThrow();
  return revision;
}

/** All templates that are not deleted. */
export const storedTemplates = (em: SqlEntityManager) =>
  tables(em).selectFrom('events.regex_template').selectAll().where('deleted', '=', false).orderBy('id').execute();

/** Waits for the transactions that hold the revision; then all events must be examined again. */
async function raiseRevision(em: SqlEntityManager): Promise<void> {
  await rows(em, sql`select from events.detector_set for update`);
  await rows(em, sql`update events.detector_set set revision = revision + 1, examined_to = null, examined = false`);
}

/** Keeps a newer version of a template; an older message changes nothing. */
export async function keepTemplate(em: SqlEntityManager, change: RegexTemplateChange): Promise<void> {
  const { id, ...columns } = change;
  const newer = await tables(em)
    .insertInto('events.regex_template')
    .values({ id, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns).where('events.regex_template.version', '<', columns.version))
    .returning('id')
    .execute();
  if (newer.length > 0) await raiseRevision(em);
}

/** The detectors of this process are newer than those with which events were examined. */
export async function raiseBuiltIn(em: SqlEntityManager, version: number): Promise<void> {
  const older = await rows(em, sql`select from events.detector_set where built_in < ${version} for update`);
  if (older.length === 0) return;
  await rows(em, sql`update events.detector_set set built_in = ${version} where built_in < ${version}`);
  await raiseRevision(em);
}
