import type { OrganisationChange } from '@leakwatch/contracts';
import { Conflict, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { addMonths } from '@leakwatch/rules';
import type { TariffType } from '@leakwatch/vocabulary';

/** The service's copy of an organisation and its tariff's limits. */
export interface OrganisationCopy {
  readonly organisation_id: string;
  readonly active: boolean;
  readonly trusted: boolean;
  readonly starts_at: Date;
  readonly expires_at: Date;
  readonly tariff_type: TariffType;
  readonly task_limit: number | null;
  readonly pattern_limit: number | null;
  readonly patterns_per_task_limit: number | null;
  /** The next three belong to a count_launch tariff; time_limit_per_launch is in days. */
  readonly launch_limit: number | null;
  readonly time_limit_per_launch: number | null;
  readonly time_limit_at: Date | null;
}

const COLUMNS = sql.raw(`organisation_id, active, trusted, starts_at, expires_at, tariff_type, task_limit, pattern_limit,
  patterns_per_task_limit, launch_limit, time_limit_per_launch, time_limit_at`);

/** Locks the row until the commit, so that two concurrent starts cannot exceed a limit together. */
export const lockOrganisation = (em: SqlEntityManager, id: string): Promise<OrganisationCopy | undefined> =>
  row(em, sql<OrganisationCopy>`select ${COLUMNS} from tasks.organisation where organisation_id = ${id} for update`);

export const organisationCopy = (em: SqlEntityManager, id: string): Promise<OrganisationCopy | undefined> =>
  row(em, sql<OrganisationCopy>`select ${COLUMNS} from tasks.organisation where organisation_id = ${id}`);

/** Locks the organisation. Throws Conflict `organisation_unknown` for the moment between its creation in admin and the bus message. */
export async function requireOrganisation(em: SqlEntityManager, id: string): Promise<OrganisationCopy> {
  const organisation = await lockOrganisation(em, id);
  if (organisation === undefined) throw new Conflict('organisation_unknown');
  return organisation;
}

/** Stores a newer version; an older message changes nothing. Returns whether the message was newer. */
export async function saveOrganisation(em: SqlEntityManager, change: OrganisationChange): Promise<boolean> {
  const { tariff } = change;
  const months = tariff?.time_limit_total_months ?? null;
  const timeLimitAt = months === null ? null : addMonths(new Date(change.starts_at), months).toISOString();
  const kept = await rows(
    em,
    sql`insert into tasks.organisation as o (organisation_id, version, name, active, trusted, starts_at, expires_at,
          tariff_id, tariff_type, task_limit, pattern_limit, patterns_per_task_limit, launch_limit, time_limit_per_launch, time_limit_at)
        values (${change.organisation_id}, ${change.version}, ${change.name}, ${change.active}, ${change.trusted},
          ${change.starts_at}::timestamptz, ${change.expires_at}::timestamptz, ${tariff?.id ?? null}::uuid,
          ${tariff?.type ?? 'all_inclusive'}, ${tariff?.task_limit ?? null}::int, ${tariff?.pattern_limit ?? null}::int,
          ${tariff?.patterns_per_task_limit ?? null}::int, ${tariff?.launch_limit ?? null}::int,
          ${tariff?.time_limit_per_launch ?? null}::int, ${timeLimitAt}::timestamptz)
        on conflict (organisation_id) do update set version = excluded.version, name = excluded.name,
          active = excluded.active, trusted = excluded.trusted, starts_at = excluded.starts_at,
          expires_at = excluded.expires_at, tariff_id = excluded.tariff_id, tariff_type = excluded.tariff_type,
          task_limit = excluded.task_limit, pattern_limit = excluded.pattern_limit,
          patterns_per_task_limit = excluded.patterns_per_task_limit, launch_limit = excluded.launch_limit,
          time_limit_per_launch = excluded.time_limit_per_launch, time_limit_at = excluded.time_limit_at
        where o.version < excluded.version returning o.organisation_id`,
  );
  return kept.length > 0;
}
