import { identityPolicy, type MigrationStep, organisationPolicies } from '@leakwatch/platform';

export const telegramDigests: MigrationStep = {
  name: '0031-telegram-digests',
  sql: `
    -- The texts for an organisation's chats, in each language. Customer data, so row-level security applies.
    create table admin.telegram_digest (
      digest_id uuid primary key,
      organisation_id uuid not null,
      texts jsonb not null,
      queued timestamptz not null default now()
    );
    create index telegram_digest_queued on admin.telegram_digest (queued);
    ${organisationPolicies('admin.telegram_digest')}
    ${identityPolicy('admin.telegram_digest')}

    -- Which account has which digest. Sent messages are deleted; this row prevents a second one when a digest is delivered again.
    create table admin.telegram_digest_reader (
      digest_id uuid not null references admin.telegram_digest on delete cascade,
      account_id uuid not null references admin.account on delete cascade,
      primary key (digest_id, account_id)
    );
    create index telegram_digest_reader_account on admin.telegram_digest_reader (account_id);
    alter table admin.telegram_digest_reader enable row level security;
    alter table admin.telegram_digest_reader force row level security;
    ${identityPolicy('admin.telegram_digest_reader')}

    -- Null for messages about the account itself.
    alter table admin.telegram_message add column digest_id uuid references admin.telegram_digest on delete cascade;
    create index telegram_message_of_digest on admin.telegram_message (digest_id) where digest_id is not null;
  `,
};
