import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/** The organisations from which staff choose one: active ones first. */
export const organisationOptions = (em: SqlEntityManager) =>
  tables(em)
    .selectFrom('admin.organisation')
    .select(['id', 'name', 'active'])
    .where('deleted_at', 'is', null)
    .orderBy('active', 'desc')
    .orderBy(sql`lower(name)`)
    .execute();
