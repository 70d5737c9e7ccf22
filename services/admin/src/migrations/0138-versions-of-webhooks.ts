import type { MigrationStep } from '@leakwatch/platform';

/** Versions of what the form of a webhook has. Failures, secrets and whether it is active raise none. */
export const versionsOfWebhooks: MigrationStep = {
  name: '0138-versions-of-webhooks',
  sql: `
    alter table admin.webhook add column edit_version int not null default 1;
    create trigger raise_edit_version before update on admin.webhook for each row
      when ((old.url, old.events, old.format) is distinct from (new.url, new.events, new.format))
      execute function admin.raise_edit_version();
  `,
};
