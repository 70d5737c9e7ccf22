import type { MigrationStep } from '@leakwatch/platform';

/** The last characters of an API token, by which people recognise it. Tokens that were generated earlier have none. */
export const tokenEndings: MigrationStep = {
  name: '0053-token-endings',
  sql: 'alter table admin.api_token add column ending text;',
};
