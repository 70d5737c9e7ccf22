import { isViolationOf, row, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import type { SavedView } from './saved-view.entity.ts';

/** Whose views are meant: a person in an organisation. The views of its other people are not seen. */
export interface ViewReader {
  readonly organisation: string;
  readonly account: string;
}

const seen = (em: SqlEntityManager, { organisation, account }: ViewReader) =>
  tables(em)
    .selectFrom('events.saved_view')
    .selectAll()
    .where('organisation_id', '=', organisation)
    .where((eb) => eb.or([eb('owner_id', 'is', null), eb('owner_id', '=', account)]));

/** Own views first, each by name. */
export const viewsOf = (em: SqlEntityManager, reader: ViewReader): Promise<SavedView[]> =>
  seen(em, reader).orderBy(sql`owner_id is null`).orderBy(sql`lower(name)`).orderBy('id').execute();

/** Locked against other changes; undefined for a view that the person does not see. */
export const lockView = (em: SqlEntityManager, id: string, reader: ViewReader): Promise<SavedView | undefined> =>
  seen(em, reader).where('id', '=', id).forUpdate().executeTakeFirst();

/** How many views the owner has, or the organisation where it is null. Held to the end of the transaction, for the bound. */
export async function countForAdding(em: SqlEntityManager, organisation: string, owner: string | null): Promise<number> {
  await row(em, sql`select pg_advisory_xact_lock(hashtextextended(${`saved-views ${organisation}`}, 0))`);
  const { count } = await tables(em)
    .selectFrom('events.saved_view')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organisation_id', '=', organisation)
    .where('owner_id', 'is not distinct from', owner)
    .executeTakeFirstOrThrow();
  return count;
}

/** False when the name is taken. */
export async function addView(em: SqlEntityManager, view: Omit<SavedView, 'created' | 'edit_version'>): Promise<boolean> {
  const added = await tables(em)
    .insertInto('events.saved_view')
    .values({ ...view, filters: JSON.stringify(view.filters) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return added.length === 1;
}

/** The changed view; undefined when another one has the name: the transaction can then only be rolled back. */
export async function updateView(em: SqlEntityManager, { id, name, filters, sort }: SavedView): Promise<SavedView | undefined> {
  try {
    return await tables(em)
      .updateTable('events.saved_view')
      .set({ name, filters: JSON.stringify(filters), sort })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (isViolationOf('saved_view_name', error)) return undefined;
    throw error;
  }
}

export const removeView = (em: SqlEntityManager, id: string) => tables(em).deleteFrom('events.saved_view').where('id', '=', id).execute();

/** Deletes what an account saved for itself in organisations of which it is no member any more. */
export const removeViewsOfDeparted = (em: SqlEntityManager, account: string, organisation: string | null) =>
  tables(em)
    .deleteFrom('events.saved_view')
    .where('owner_id', '=', account)
    .where('organisation_id', 'is distinct from', organisation)
    .execute();
