import type { MigrationStep } from '@leakwatch/platform';

/** Chosen ends of service, and deleted organisations, which keep their row for the audit trail. */
export const organisations: MigrationStep = {
  name: '0055-organisations',
  sql: `
    alter table admin.organisation
      add column custom_time_limitations boolean not null default false,
      add column deleted_at timestamptz;
    -- An end that does not follow from the term was chosen.
    update admin.organisation o set custom_time_limitations = true from admin.tariff t
      where t.id = o.tariff_id
        and o.expires_at <> (o.starts_at at time zone 'UTC' + make_interval(months => t.time_limit_total_months)) at time zone 'UTC';

    -- One that was deleted uses no tariff, and its name is free.
    alter table admin.organisation
      alter column tariff_id drop not null,
      add check ((deleted_at is null) = (tariff_id is not null)),
      add check (deleted_at is null or not active);
    drop index admin.organisation_name;
    create unique index organisation_name on admin.organisation (lower(name)) where deleted_at is null;

    -- Counts and finds the accounts of an organisation.
    create index account_of_organisation on admin.account (organisation_id);
  `,
};
