import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

/** Marks of cohorts of patterns instead of one for each pattern (docs/decisions/0080). Each pattern keeps the position of its mark. */
export const scanCohorts: MigrationStep = {
  name: '0107-scan-cohorts',
  sql: `
    select set_config('leakwatch.scope', 'consumer', true);

    -- Patterns of an organisation that were matched up to the same ordinal of a mirror.
    create table crawler.scan_cohort (
      id uuid primary key,
      mirror_id uuid not null references crawler.mirror,
      organisation_id uuid not null,
      ordinal bigint not null,
      -- Raised by each scan that takes the cohort; a scan with an older one may no longer commit.
      epoch bigint not null default 0
    );
    create index scan_cohort_of_mirror on crawler.scan_cohort (mirror_id, organisation_id);
    ${organisationPolicies('crawler.scan_cohort')}

    create table crawler.cohort_pattern (
      mirror_id uuid not null,
      pattern_id uuid not null,
      organisation_id uuid not null,
      cohort_id uuid not null references crawler.scan_cohort,
      primary key (mirror_id, pattern_id)
    );
    ${organisationPolicies('crawler.cohort_pattern')}

    insert into crawler.scan_cohort (id, mirror_id, organisation_id, ordinal)
      select gen_random_uuid(), mirror_id, organisation_id, ordinal from crawler.scan_mark group by mirror_id, organisation_id, ordinal;
    insert into crawler.cohort_pattern (mirror_id, pattern_id, organisation_id, cohort_id)
      select mirror_id, pattern_id, organisation_id, c.id
      from crawler.scan_mark join crawler.scan_cohort c using (mirror_id, organisation_id, ordinal);
    create index cohort_pattern_of_cohort on crawler.cohort_pattern (cohort_id);

    drop table crawler.scan_mark;
  `,
};
