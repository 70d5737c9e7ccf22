import type { OrganisationChange } from '@leakwatch/contracts';
import type { SqlEntityManager } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/** Keeps the newest version; an older message changes nothing. */
export async function keepOrganisation(em: SqlEntityManager, change: OrganisationChange): Promise<void> {
  const { organisation_id, version, active } = change;
  // The name of a deleted one stays in admin alone.
  const name = change.deleted ? '' : change.name;
  await tables(em)
    .insertInto('reports.organisation')
    .values({ organisation_id, version, name, active, starts_at: new Date(change.starts_at), expires_at: new Date(change.expires_at) })
    .onConflict((conflict) =>
      conflict
        .column('organisation_id')
        .doUpdateSet((eb) => ({
          version: eb.ref('excluded.version'),
          name: eb.ref('excluded.name'),
          active: eb.ref('excluded.active'),
          starts_at: eb.ref('excluded.starts_at'),
          expires_at: eb.ref('excluded.expires_at'),
        }))
        .whereRef('reports.organisation.version', '<', 'excluded.version'),
    )
    .execute();
}

/** undefined when no message about it has arrived, or the scope does not see it. */
export const organisationCopy = (em: SqlEntityManager, id: string) =>
  tables(em)
    .selectFrom('reports.organisation')
    .select(['name', 'active', 'starts_at', 'expires_at'])
    .where('organisation_id', '=', id)
    .executeTakeFirst();
