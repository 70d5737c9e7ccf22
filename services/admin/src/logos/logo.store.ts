import { NotFound, row, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/** For so long a member of staff may fill in the form of an organisation after the upload. */
const UNUSED_HOURS = 24;

/** The key of a logo in the object store. */
export const logoKey = (id: string): string => `logos/${id}.png`;

/** Lists a logo before its file is stored: a process that dies in between leaves no file behind. */
export async function addLogo(em: SqlEntityManager, id: string): Promise<void> {
  await tables(em)
    .insertInto('admin.logo')
    .values({ id, organisation_id: null, due: sql<Date>`now() + make_interval(hours => ${UNUSED_HOURS})` })
    .execute();
}

/** Takes the logo of a locked organisation; its file is deleted soon. */
export async function takeLogo(em: SqlEntityManager, organisation: string): Promise<void> {
  await tables(em)
    .updateTable('admin.logo')
    .set({ organisation_id: null, due: sql<Date>`now()` })
    .where('organisation_id', '=', organisation)
    .execute();
}

/**
 * Gives a locked organisation a logo that was uploaded, or none. The one that it has stays when it is the same.
 * @throws NotFound logo_not_found for one that does not exist, is deleted, or belongs to another organisation
 */
export async function giveLogo(em: SqlEntityManager, organisation: string, id: string | null): Promise<void> {
  if (id !== null && (await hasLogo(em, organisation, id))) return;
  await takeLogo(em, organisation);
  if (id === null) return;
  const given = await tables(em)
    .updateTable('admin.logo')
    .set({ organisation_id: organisation, due: null })
    .where('id', '=', id)
    .where('organisation_id', 'is', null)
    .where('due', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst();
  if (given === undefined) throw new NotFound('logo_not_found');
}

async function hasLogo(em: SqlEntityManager, organisation: string, id: string): Promise<boolean> {
  const found = await tables(em)
    .selectFrom('admin.logo')
    .select('id')
    .where('id', '=', id)
    .where('organisation_id', '=', organisation)
    .executeTakeFirst();
  return found !== undefined;
}

export async function logoIdOfOrganisation(em: SqlEntityManager, organisation: string): Promise<string | undefined> {
  const found = await tables(em).selectFrom('admin.logo').select('id').where('organisation_id', '=', organisation).executeTakeFirst();
  return found?.id;
}

/** Whether the scope sees a logo. */
export async function isLogoSeen(em: SqlEntityManager, id: string): Promise<boolean> {
  return (await tables(em).selectFrom('admin.logo').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Deletes the row of one logo that is due, locked until the transaction ends; undefined when there is none. */
export async function takeDueLogo(em: SqlEntityManager): Promise<string | undefined> {
  const due = await row(
    em,
    sql<{ id: string }>`delete from admin.logo where id = (
      select id from admin.logo where due <= now() order by due limit 1 for update skip locked) returning id`,
  );
  return due?.id;
}
