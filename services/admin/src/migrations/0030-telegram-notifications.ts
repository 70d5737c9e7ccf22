import type { MigrationStep } from '@leakwatch/platform';
import { identityAndScheduler } from './policies.ts';

export const telegramNotifications: MigrationStep = {
  name: '0030-telegram-notifications',
  sql: `
    alter table admin.organisation add column is_telegram_notification_on boolean not null default false;
    alter table admin.account add column email_notifications boolean not null default false;

    -- The bot of this installation: which process reads its updates, and up to which. No customer data.
    create table admin.telegram_bot (
      bot_id bigint primary key,
      username text,
      -- Earlier updates have been handled.
      next_offset bigint not null default 0,
      handled timestamptz,
      holder uuid,
      lease_ends timestamptz not null default now(),
      -- The Bot API allows no request before this time.
      paused_until timestamptz not null default now()
    );

    create table admin.telegram_link (
      account_id uuid primary key references admin.account on delete cascade,
      status text not null check (status in ('start', 'authorization', 'active', 'ignore')),
      -- New with each invitation. The code of the link is derived from it and the installation's key.
      request uuid not null unique,
      -- Set until the code is used. The code itself is not stored.
      code_hash text unique,
      -- The account's epoch when it was invited.
      epoch int not null,
      expires timestamptz,
      chat_id bigint,
      handler text,
      changed timestamptz not null default now(),
      check ((status = 'start') = (code_hash is not null)),
      check ((status = 'start') = (chat_id is null)),
      check ((status in ('start', 'authorization')) = (expires is not null))
    );
    create index telegram_link_of_chat on admin.telegram_link (chat_id) where chat_id is not null;
    ${identityAndScheduler('admin.telegram_link')}

    -- Messages to send: to the chat that an account has at that time, or to a chat that sent a command.
    create table admin.telegram_message (
      id uuid primary key,
      account_id uuid references admin.account on delete cascade,
      chat_id bigint,
      kind text not null,
      locale text not null,
      details jsonb not null default '{}',
      attempts int not null default 0,
      next_try timestamptz not null default now(),
      created timestamptz not null default now(),
      check ((account_id is null) <> (chat_id is null))
    );
    create index telegram_message_due on admin.telegram_message (next_try, created);
    create index telegram_message_of_account on admin.telegram_message (account_id);
    ${identityAndScheduler('admin.telegram_message')}
  `,
};
