import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Organisation } from '../organisations/organisation.entity.ts';

/** Organisations that have running tasks which may not run, apart from those whose launch session is due. */
export const organisationsPastTheirTime = (em: SqlEntityManager, now: Date): Promise<Pick<Organisation, 'organisation_id'>[]> =>
  rows(
    em,
    sql<Pick<Organisation, 'organisation_id'>>`
      select o.organisation_id from tasks.organisation o
      where (not o.active or o.starts_at > ${now} or o.expires_at <= ${now} or (o.tariff_type = 'count_launch' and (o.time_limit_at <= ${now}
          or not exists (select from tasks.session s where s.organisation_id = o.organisation_id and s.state <> 'over'))))
        and exists (select from tasks.task t where t.organisation_id = o.organisation_id and t.running and t.archived_at is null)`,
  );
