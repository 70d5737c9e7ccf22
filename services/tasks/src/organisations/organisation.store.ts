import type { OrganisationChange } from '@leakwatch/contracts';
import { Conflict, LockMode, sql, type SqlEntityManager } from '@leakwatch/platform';
import { addMonths } from '@leakwatch/rules';
import { tables } from '../entities.ts';
import { type Organisation, OrganisationEntity } from './organisation.entity.ts';

/** Locks the row until the commit, so that two concurrent starts cannot exceed a limit together. */
export const lockOrganisation = (em: SqlEntityManager, id: string): Promise<Organisation | null> =>
  // SQL may have changed the row in this transaction (saveOrganisation).
  em.findOne(OrganisationEntity, { organisation_id: id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });

/**
 * Locks the organisation. Throws Conflict `organisation_unknown` for the moment between its creation in admin and the bus message, and
 * for one that was deleted.
 */
export async function requireOrganisation(em: SqlEntityManager, id: string): Promise<Organisation> {
  const organisation = await lockOrganisation(em, id);
  if (organisation === null || organisation.deleted) throw new Conflict('organisation_unknown');
  return organisation;
}

export const findOrganisation = (em: SqlEntityManager, id: string): Promise<Organisation | null> =>
  em.findOne(OrganisationEntity, { organisation_id: id });

/** Stores a newer version; an older message changes nothing. Returns whether the message was newer. */
export async function saveOrganisation(em: SqlEntityManager, change: OrganisationChange): Promise<boolean> {
  const { organisation_id, tariff } = change;
  const months = tariff?.time_limit_total_months ?? null;
  const columns = {
    version: change.version,
    // The name of a deleted one stays in admin alone.
    name: change.deleted ? '' : change.name,
    active: change.active,
    deleted: change.deleted,
    deleted_at: change.deleted ? sql<Date>`now()` : null,
    trusted: change.trusted,
    starts_at: new Date(change.starts_at),
    expires_at: new Date(change.expires_at),
    tariff_id: tariff?.id ?? null,
    tariff_type: tariff?.type ?? 'all_inclusive',
    task_limit: tariff?.task_limit ?? null,
    pattern_limit: tariff?.pattern_limit ?? null,
    patterns_per_task_limit: tariff?.patterns_per_task_limit ?? null,
    launch_limit: tariff?.launch_limit ?? null,
    time_limit_per_launch: tariff?.time_limit_per_launch ?? null,
    // A chosen end replaces the term of the tariff.
    time_limit_at: months === null || change.custom_time_limitations ? null : addMonths(new Date(change.starts_at), months),
  };
  const saved = await tables(em)
    .insertInto('tasks.organisation')
    .values({ organisation_id, ...columns })
    .onConflict((conflict) =>
      conflict.column('organisation_id').doUpdateSet(columns).where('tasks.organisation.version', '<', change.version),
    )
    .returning('organisation_id')
    .execute();
  return saved.length > 0;
}
