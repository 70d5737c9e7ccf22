import type { MigrationStep } from '@leakwatch/platform';

/** What staff edit of each table: a change of one of these columns makes a new version. States, leases and counts make none. */
const EDITED = {
  tariff: [
    'name',
    'task_limit',
    'pattern_limit',
    'patterns_per_task_limit',
    'time_limit_total_months',
    'launch_limit',
    'time_limit_per_launch',
  ],
  organisation: [
    'name',
    'description',
    'tariff_id',
    'active',
    'trusted',
    'starts_at',
    'expires_at',
    'custom_time_limitations',
    'two_factor_users',
    'is_telegram_notification_on',
    'storage_quota_gb',
  ],
  account: [
    'organisation_id',
    'email',
    'username',
    'first_name',
    'last_name',
    'password_changed',
    'staff',
    'active',
    'locale',
    'change_password',
  ],
  proxy: ['organisation_id', 'type', 'ip_address', 'port', 'login', 'password', 'reserved_for_discovery'],
  service_account: ['organisation_id', 'source_type', 'login', 'password', 'phone', 'proxy_id', 'reserved_for_discovery'],
} as const;

const row = (of: 'old' | 'new', columns: readonly string[]) => `(${columns.map((column) => `${of}.${column}`).join(', ')})`;

const versioned = ([table, columns]: [string, readonly string[]]) => `
    alter table admin.${table} add column edit_version int not null default 1;
    create trigger raise_edit_version before update on admin.${table} for each row
      when (${row('old', columns)} is distinct from ${row('new', columns)}) execute function admin.raise_edit_version();`;

/**
 * Versions of what staff edit, by which a form learns that someone else changed it. A trigger raises them, so that no writer can forget it.
 * Keyword sets and regex templates have such a version already. The logo of an organisation is a row of its own.
 */
export const editVersions: MigrationStep = {
  name: '0098-edit-versions',
  sql: `
    create function admin.raise_edit_version() returns trigger language plpgsql as $$
    begin
      new.edit_version := old.edit_version + 1;
      return new;
    end $$;
    ${Object.entries(EDITED).map(versioned).join('\n')}

    create function admin.raise_edit_version_of_logo() returns trigger language plpgsql as $$
    begin
      update admin.organisation set edit_version = edit_version + 1
        where id in (old.organisation_id, new.organisation_id);
      return null;
    end $$;
    create trigger raise_edit_version after update of organisation_id on admin.logo for each row
      when (old.organisation_id is distinct from new.organisation_id) execute function admin.raise_edit_version_of_logo();
  `,
};
