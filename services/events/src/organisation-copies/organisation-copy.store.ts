import type { OrganisationChange } from '@leakwatch/contracts';
import type { SqlEntityManager } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/** Keeps the newest version; an older message changes nothing. */
export async function keepOrganisation(em: SqlEntityManager, change: OrganisationChange): Promise<void> {
  const { organisation_id, version, active } = change;
  await tables(em)
    .insertInto('events.organisation')
    .values({ organisation_id, version, active })
    .onConflict((conflict) =>
      conflict
        .column('organisation_id')
        .doUpdateSet((eb) => ({ version: eb.ref('excluded.version'), active: eb.ref('excluded.active') }))
        .whereRef('events.organisation.version', '<', 'excluded.version'),
    )
    .execute();
}

/** Deletes the blacklist rules and saved views of a deleted organisation. Its events are hidden already, so no rule has to be taken back. */
export async function removeOwnOf(em: SqlEntityManager, organisation: string): Promise<void> {
  await tables(em).deleteFrom('events.blacklist_rule').where('organisation_id', '=', organisation).execute();
  await tables(em).deleteFrom('events.saved_view').where('organisation_id', '=', organisation).execute();
}
