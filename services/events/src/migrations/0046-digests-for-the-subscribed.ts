import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

export const digestsForTheSubscribed: MigrationStep = {
  name: '0046-digests-for-the-subscribed',
  sql: `
    -- Why the recipient gets the mail; the mail states it.
    alter table events.digest_mail add column reason text not null default 'recipient' check (reason in ('recipient', 'subscribed'));

    -- One for each digest of an organisation with chats; admin knows the chats. A separate table, because a process of the
    -- version before sends every row of digest_mail.
    create table events.digest_telegram (
      id uuid primary key,
      organisation_id uuid not null,
      task_id uuid not null,
      content jsonb not null,
      attempts int not null default 0,
      next_try timestamptz not null default now(),
      created timestamptz not null default now(),
      sent timestamptz
    );
    create index digest_telegram_due on events.digest_telegram (next_try) where sent is null;
    create index digest_telegram_sent on events.digest_telegram (sent) where sent is not null;
    ${organisationPolicies('events.digest_telegram')}
  `,
};
