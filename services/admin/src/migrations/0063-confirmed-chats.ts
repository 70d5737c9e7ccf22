import type { MigrationStep } from '@leakwatch/platform';

/** From now on a chat is paused when the account's epoch rises. The chats that are connected stay so. */
export const confirmedChats: MigrationStep = {
  name: '0063-confirmed-chats',
  sql: `
    update admin.telegram_link l set epoch = a.epoch from admin.account a
      where a.id = l.account_id and l.status in ('active', 'ignore') and l.epoch <> a.epoch;
  `,
};
