import { identityDoor, type MigrationStep } from '@leakwatch/platform';

export const telegramDigests: MigrationStep = {
  name: '0031-telegram-digests',
  sql: `
    -- Whose leaks a message tells of: an account that has moved away is not told. Null for what is of the account itself.
    alter table admin.telegram_message add column organisation_id uuid;

    -- Who has which digest. Messages go when they are sent; a digest that is handed over again meets this.
    create table admin.telegram_digest (
      digest_id uuid not null,
      account_id uuid not null references admin.account on delete cascade,
      queued timestamptz not null default now(),
      primary key (digest_id, account_id)
    );
    create index telegram_digest_queued on admin.telegram_digest (queued);
    create index telegram_digest_of_account on admin.telegram_digest (account_id);
    alter table admin.telegram_digest enable row level security;
    alter table admin.telegram_digest force row level security;
    ${identityDoor('admin.telegram_digest')}
  `,
};
