import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

/** Which cohorts of a mirror are being scanned, so that launches of one organisation share a scan and do not end each other's (docs/decisions/0094). */
export const mirrorPasses: MigrationStep = {
  name: '0117-mirror-passes',
  sql: `
    -- A launch scans a mirror for patterns of its organisation.
    create table crawler.mirror_pass (
      id uuid primary key,
      mirror_id uuid not null,
      organisation_id uuid not null,
      launch_id uuid not null,
      leased_until timestamptz not null
    );
    create index mirror_pass_of_mirror on crawler.mirror_pass (mirror_id);
    ${organisationPolicies('crawler.mirror_pass')}

    -- The pass that holds the cohort, while there is one of that id.
    alter table crawler.scan_cohort add column pass_id uuid;
  `,
};
