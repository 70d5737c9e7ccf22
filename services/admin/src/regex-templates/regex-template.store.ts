import { isViolationOf, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import type { StoredTemplate } from './regex-template.entity.ts';

/** What staff wrote. */
export type TemplateFields = Pick<StoredTemplate, 'name' | 'regex' | 'hint' | 'severity'>;

/** All templates, by name. */
export const allTemplates = (em: SqlEntityManager) =>
  tables(em).selectFrom('admin.regex_template').selectAll().orderBy(sql`lower(name)`).execute();

/** Locks the template against other changes. */
export const lockTemplate = (em: SqlEntityManager, id: string) =>
  tables(em).selectFrom('admin.regex_template').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Held to the end of the transaction, so that two people at once do not exceed the number of templates. */
const ADD_LOCK = 727_060;

export async function countForAdding(em: SqlEntityManager): Promise<number> {
  await tables(em).selectNoFrom(sql`pg_advisory_xact_lock(${ADD_LOCK})`.as('held')).execute();
  const { count } = await tables(em)
    .selectFrom('admin.regex_template')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** False when the name is taken. */
export async function addTemplate(em: SqlEntityManager, template: TemplateFields & { readonly id: string }): Promise<boolean> {
  const added = await tables(em)
    .insertInto('admin.regex_template')
    .values(template)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return added.length === 1;
}

/** False when another template has the name; the transaction can then only be rolled back. */
export async function updateTemplate(
  em: SqlEntityManager,
  { id, ...columns }: TemplateFields & { readonly id: string; readonly version: number },
): Promise<boolean> {
  try {
    await tables(em).updateTable('admin.regex_template').set(columns).where('id', '=', id).execute();
    return true;
  } catch (error) {
    if (isViolationOf('regex_template_name', error)) return false;
    throw error;
  }
}

export const removeTemplate = (em: SqlEntityManager, id: string) =>
  tables(em).deleteFrom('admin.regex_template').where('id', '=', id).execute();
