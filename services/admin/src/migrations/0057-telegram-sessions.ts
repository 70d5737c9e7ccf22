import type { MigrationStep } from '@leakwatch/platform';
import { staffAndScheduler } from './policies.ts';

/** How far an account of Telegram is signed in, and whether crawlers may use it. */
export const telegramSessions: MigrationStep = {
  name: '0057-telegram-sessions',
  sql: `
    create table admin.telegram_session (
      service_account_id uuid primary key references admin.service_account on delete cascade,
      stage text not null check (stage in ('code', 'password', 'signed_in')),
      api_id int not null,
      -- These are encrypted by the vault.
      api_hash bytea not null,
      session bytea not null,
      -- With the code it signs in; null once it was used.
      code_hash bytea,
      -- Staff let crawlers use it.
      in_use boolean not null default false,
      changed timestamptz not null default now(),
      check (stage = 'signed_in' or not in_use)
    );
    ${staffAndScheduler('admin.telegram_session')}
  `,
};
