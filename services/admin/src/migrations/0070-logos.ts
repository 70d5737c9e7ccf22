import { identityPolicy, type MigrationStep, organisationPolicies } from '@leakwatch/platform';

/** Logos in the object store. One that no organisation has is deleted when it is due. */
export const logos: MigrationStep = {
  name: '0070-logos',
  sql: `
    create table admin.logo (
      id uuid primary key,
      organisation_id uuid references admin.organisation,
      due timestamptz,
      created timestamptz not null default now(),
      check ((organisation_id is null) = (due is not null))
    );
    create unique index logo_of_organisation on admin.logo (organisation_id) where organisation_id is not null;
    create index logo_due on admin.logo (due) where due is not null;
    ${organisationPolicies('admin.logo')}
    ${identityPolicy('admin.logo')}
  `,
};
