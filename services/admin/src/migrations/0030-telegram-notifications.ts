import type { MigrationStep } from '@leakwatch/platform';
import { identityAndScheduler } from './policies.ts';

export const telegramNotifications: MigrationStep = {
  name: '0030-telegram-notifications',
  sql: `
    alter table admin.organisation add column is_telegram_notification_on boolean not null default false;
    alter table admin.account add column email_notifications boolean not null default false;

    -- The bot of this installation: who reads its updates, and how far. It holds nothing of customers.
    create table admin.telegram_bot (
      bot_id bigint primary key,
      username text,
      -- Updates before it are handled.
      next_offset bigint not null default 0,
      handled timestamptz,
      holder uuid,
      lease_ends timestamptz not null default now(),
      -- The Bot API asked not to be asked until then.
      paused_until timestamptz not null default now()
    );

    create table admin.telegram_link (
      account_id uuid primary key references admin.account on delete cascade,
      status text not null check (status in ('start', 'authorization', 'active', 'ignore')),
      -- New with each invitation; the code of the link follows from it and the installation's key.
      request uuid not null unique,
      -- Until the code is used; the code itself is nowhere.
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

    -- What is to be said: to the chat of an account as it is when it is sent, or to a chat that asked.
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
