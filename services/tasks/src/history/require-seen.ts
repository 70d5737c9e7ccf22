import { Conflict, type SqlEntityManager } from '@leakwatch/platform';
import { tables } from '../entities.ts';

interface Edited {
  readonly id: string;
  readonly edit_version: number;
}

/** Changes that the refusal names together. */
const CHANGES_NAMED = 10;
/** A change of a list has its length as a field of its own, which says nothing more. */
const LENGTH = /_count$/;

/**
 * For a locked task: refuses a form whose person saw another version. Without `seen` everything is allowed. Throws Conflict
 * `changed_meanwhile` with `version`, `by`, `at` and `fields`.
 */
export async function requireSeen(em: SqlEntityManager, { id, edit_version: version }: Edited, seen: number | undefined): Promise<void> {
  if (seen === undefined || seen === version) return;
  const changes = await tables(em)
    .selectFrom('tasks.task_change')
    .select(['account_name', 'created', 'details'])
    .where('task_id', '=', id)
    .where('edit_version', '>', seen)
    .orderBy('edit_version', 'desc')
    .limit(CHANGES_NAMED)
    .execute();
  const [last] = changes;
  if (last === undefined) throw new Conflict('changed_meanwhile', { version });
  const by = [...new Set(changes.flatMap(({ account_name: name }) => name ?? []))].toSorted();
  const fields = new Set(changes.flatMap(({ details }) => details.map(({ field }) => field)).filter((field) => !LENGTH.test(field)));
  throw new Conflict('changed_meanwhile', {
    version,
    by: by.join(', '),
    at: last.created.toISOString(),
    fields: [...fields].toSorted().join(','),
  });
}
