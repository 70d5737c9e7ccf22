import { identityPolicy, inboxTable, type MigrationStep, organisationPolicies } from '@leakwatch/platform';

export const notifications: MigrationStep = {
  name: '0020-notifications',
  sql: `
    create table admin.notification (
      id uuid primary key,
      organisation_id uuid not null references admin.organisation on delete cascade,
      kind text not null,
      -- Written by staff. The text of automatic notifications is made from the details when they are read.
      title text,
      message text,
      details jsonb not null default '{}',
      -- The fact that it reports, while the fact lasts: no second one is created, even when the first was deleted.
      cause text,
      active boolean not null default true,
      created timestamptz not null default now(),
      deleted timestamptz,
      check ((kind = 'staff') = (title is not null and message is not null))
    );
    create unique index notification_cause on admin.notification (organisation_id, cause) where cause is not null;
    create index notification_list on admin.notification (organisation_id, created desc, id desc) where deleted is null;
    create index notification_open on admin.notification (organisation_id) where active and deleted is null;
    create index notification_deleted on admin.notification (deleted) where cause is null and deleted is not null;
    ${organisationPolicies('admin.notification')}
    ${identityPolicy('admin.notification')}

    ${inboxTable('admin')}
  `,
};
