import type { MigrationStep } from '@leakwatch/platform';

/** A session of Telegram may be over, so that its account has to sign in again; those of accounts that were refused for that reason are. */
export const endedSessions: MigrationStep = {
  name: '0169-ended-sessions',
  sql: `
    select set_config('leakwatch.scope', 'staff', true);
    alter table admin.telegram_session drop constraint telegram_session_stage_check;
    alter table admin.telegram_session add constraint telegram_session_stage_check
      check (stage in ('code', 'password', 'signed_in', 'ended'));
    update admin.telegram_session t set stage = 'ended', in_use = false from admin.service_account a
      where a.id = t.service_account_id and t.stage = 'signed_in' and a.block_reason = 'refused'
        and a.err_msg ~ '^(AUTH_KEY_|SESSION_|USER_DEACTIVATED)';
  `,
};
