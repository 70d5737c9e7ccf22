import { defineEntity, p } from '@leakwatch/platform';

/** Patterns of an organisation that were matched up to the same ordinal of a mirror's ledger. */
export const ScanCohortEntity = defineEntity({
  name: 'ScanCohort',
  tableName: 'scan_cohort',
  schema: 'crawler',
  properties: {
    id: p.uuid().primary(),
    mirror_id: p.uuid(),
    organisation_id: p.uuid(),
    ordinal: p.bigint('string'),
    /** Number of blobs of the ledger up to the ordinal. */
    documents: p.integer().default(0),
    /** Raised by each scan that takes the cohort; a scan with an older one may no longer commit. */
    epoch: p.bigint('string').default('0'),
    /** The pass that holds it, while there is one of that id. */
    pass_id: p.uuid().nullable(),
  },
});

/** A pattern is in one cohort of a mirror; one that is in none was never matched there. */
export const CohortPatternEntity = defineEntity({
  name: 'CohortPattern',
  tableName: 'cohort_pattern',
  schema: 'crawler',
  properties: {
    mirror_id: p.uuid().primary(),
    pattern_id: p.uuid().primary(),
    organisation_id: p.uuid(),
    cohort_id: p.uuid(),
  },
});
