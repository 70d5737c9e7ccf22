import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

/** Quotas of storage, what they are compared with, and notifications for staff. */
export const storage: MigrationStep = {
  name: '0086-storage',
  sql: `
    alter table admin.organisation add column storage_quota_gb int check (storage_quota_gb >= 1);

    -- What the services say that an organisation stores.
    create table admin.storage_use (
      organisation_id uuid not null references admin.organisation on delete cascade,
      part text not null,
      version int not null,
      items bigint not null,
      bytes bigint not null,
      primary key (organisation_id, part)
    );
    ${organisationPolicies('admin.storage_use')}

    create table admin.storage_level (
      organisation_id uuid primary key references admin.organisation on delete cascade,
      version int not null default 1,
      level text not null
    );
    ${organisationPolicies('admin.storage_level')}

    -- Without an organisation: for staff.
    alter table admin.notification alter column organisation_id drop not null;
    create unique index notification_staff_cause on admin.notification (cause) where organisation_id is null and cause is not null;
    create index notification_staff_list on admin.notification (created desc, id desc) where organisation_id is null and deleted is null;
  `,
};
