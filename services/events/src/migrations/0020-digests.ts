import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

export const digests: MigrationStep = {
  name: '0020-digests',
  sql: `
    -- New open events that no digest contains yet. No foreign key, since it would cost every intake: a deleted event
    -- is left out when its digest is created.
    create table events.digest_item (
      event_id uuid primary key,
      organisation_id uuid not null,
      task_id uuid not null,
      noted timestamptz not null default now()
    );
    create index digest_item_of_task on events.digest_item (task_id, noted);
    ${organisationPolicies('events.digest_item')}

    create table events.digest_pace (
      task_id uuid primary key,
      organisation_id uuid not null,
      last_at timestamptz not null
    );
    ${organisationPolicies('events.digest_pace')}

    -- One for each recipient of a digest. Its content is fixed when it is created.
    create table events.digest_mail (
      id uuid primary key,
      organisation_id uuid not null,
      task_id uuid not null,
      email text not null,
      locale text not null,
      content jsonb not null,
      attempts int not null default 0,
      next_try timestamptz not null default now(),
      created timestamptz not null default now(),
      sent timestamptz
    );
    create index digest_mail_due on events.digest_mail (next_try) where sent is null;
    create index digest_mail_sent on events.digest_mail (sent) where sent is not null;
    ${organisationPolicies('events.digest_mail')}

    create table events.lease (name text primary key, holder uuid not null, until timestamptz not null);
  `,
};
