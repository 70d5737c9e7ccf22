import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

/** The members of organisations, to whom events can be assigned: copies of what admin owns. */
export const members: MigrationStep = {
  name: '0091-members',
  sql: `
    create table events.member (
      account_id uuid primary key,
      version int not null,
      -- null: a member of none any more. The row stays, so that an older message that is replayed changes nothing.
      organisation_id uuid,
      name text not null
    );
    create index member_of_organisation on events.member (organisation_id, name, account_id) where organisation_id is not null;
    ${organisationPolicies('events.member')}
  `,
};
