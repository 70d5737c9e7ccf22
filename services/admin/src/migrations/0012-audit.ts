import { identityPolicy, type MigrationStep, organisationPolicies, roleOf } from '@leakwatch/platform';

/**
 * The audit trail. The service may add and read records, but not change or delete them. Records outlive accounts and
 * organisations, so there are no foreign keys. Only the owner of the schema removes old records.
 */
export const audit: MigrationStep = {
  name: '0012-audit',
  sql: `
    create table admin.audit (
      id bigint generated always as identity primary key,
      kind text not null,
      -- The account that the record is about; null when a sign-in named no account.
      account_id uuid,
      organisation_id uuid,
      -- The account that acted; null when none was signed in.
      actor_id uuid,
      ip text not null,
      user_agent text not null,
      detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object' and length(detail::text) <= 1000),
      created timestamptz not null default now()
    );
    create index audit_of_account on admin.audit (account_id, id desc);
    create index audit_of_organisation on admin.audit (organisation_id, id desc);
    ${organisationPolicies('admin.audit')}
    ${identityPolicy('admin.audit')}
    revoke update, delete, truncate, references, trigger on admin.audit from ${roleOf('admin')};
  `,
};
