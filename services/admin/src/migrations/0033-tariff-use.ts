import type { MigrationStep } from '@leakwatch/platform';

/** Finds the organisations of a tariff, for its list, its change and its deletion. */
export const tariffUse: MigrationStep = {
  name: '0033-tariff-use',
  sql: 'create index organisation_of_tariff on admin.organisation (tariff_id, id);',
};
