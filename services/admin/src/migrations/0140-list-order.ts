import type { MigrationStep } from '@leakwatch/platform';

/** The first pages of tokens and of Telegram connections are read by an index instead of sorting all rows. */
export const listOrder: MigrationStep = {
  name: '0140-list-order',
  sql: `
    create index api_token_by_created on admin.api_token (created desc, id);
    create index telegram_link_by_change on admin.telegram_link (changed desc, id);
  `,
};
