import type { MigrationStep } from '@leakwatch/platform';

/** Who created a webhook: the same creation that is sent again answers it (docs/decisions/0180). Null for those of before. */
export const authorsOfWebhooks: MigrationStep = {
  name: '0180-authors-of-webhooks',
  sql: `alter table admin.webhook add column created_by uuid;`,
};
