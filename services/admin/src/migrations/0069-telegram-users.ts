import type { MigrationStep } from '@leakwatch/platform';

/** Connections that staff see, reset and mute. A reset one stays as inactive; a muted one keeps its chat. */
export const telegramUsers: MigrationStep = {
  name: '0069-telegram-users',
  sql: `
    alter table admin.telegram_link
      add column id uuid not null default gen_random_uuid() unique,
      drop constraint telegram_link_status_check,
      add constraint telegram_link_status_check
        check (status in ('start', 'authorization', 'active', 'ignore', 'inactive', 'muted')),
      drop constraint telegram_link_check1,
      add constraint telegram_link_chat_check check (
        case when status in ('start', 'inactive') then chat_id is null when status = 'muted' then true else chat_id is not null end);
    create policy staff_rows on admin.telegram_link using (current_setting('leakwatch.scope', true) = 'staff');
  `,
};
