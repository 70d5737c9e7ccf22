import type { MigrationStep } from '@leakwatch/platform';

/** Which mirrors a deleted organisation used: staff are shown what is left of it (docs/decisions/0134). */
export const cohortsOfOrganisations: MigrationStep = {
  name: '0140-cohorts-of-organisations',
  sql: `create index scan_cohort_of_organisation on crawler.scan_cohort (organisation_id);`,
};
