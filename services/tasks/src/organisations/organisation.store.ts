import type { OrganisationChange } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';

/** The service's own copy of an organisation with its tariff's numbers. */
export interface OrganisationCopy {
  readonly organisation_id: string;
  readonly active: boolean;
  readonly trusted: boolean;
  readonly starts_at: Date;
  readonly expires_at: Date;
  readonly task_limit: number | null;
  readonly pattern_limit: number | null;
  readonly patterns_per_task_limit: number | null;
}

/** Locked for the transaction: two starts at once cannot pass a limit together. */
export const lockOrganisation = (em: SqlEntityManager, id: string): Promise<OrganisationCopy | undefined> =>
  row(em, sql<OrganisationCopy>`select * from tasks.organisation where organisation_id = ${id} for update`);

/** Keeps the newest version; an older message changes nothing. */
export async function keepOrganisation(em: SqlEntityManager, change: OrganisationChange): Promise<void> {
  const { tariff } = change;
  await rows(
    em,
    sql`insert into tasks.organisation as o (organisation_id, version, name, active, trusted, starts_at, expires_at,
          task_limit, pattern_limit, patterns_per_task_limit)
        values (${change.organisation_id}, ${change.version}, ${change.name}, ${change.active}, ${change.trusted},
          ${change.starts_at}::timestamptz, ${change.expires_at}::timestamptz, ${tariff?.task_limit ?? null}::int,
          ${tariff?.pattern_limit ?? null}::int, ${tariff?.patterns_per_task_limit ?? null}::int)
        on conflict (organisation_id) do update set version = excluded.version, name = excluded.name,
          active = excluded.active, trusted = excluded.trusted, starts_at = excluded.starts_at,
          expires_at = excluded.expires_at, task_limit = excluded.task_limit, pattern_limit = excluded.pattern_limit,
          patterns_per_task_limit = excluded.patterns_per_task_limit
        where o.version < excluded.version`,
  );
}
