import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

/** Changes that came with an id of the caller, with their answers, so that one that is sent again is made once. Staff have no organisation. */
export const sentChanges: MigrationStep = {
  name: '0196-sent-changes',
  sql: `
    create table events.sent_change (
      account_id uuid not null,
      key uuid not null,
      organisation_id uuid,
      digest text not null,
      batch uuid,
      answer jsonb,
      at timestamptz not null default now(),
      answered_at timestamptz not null default now(),
      primary key (account_id, key)
    );
    create index sent_change_by_time on events.sent_change (at);
    ${organisationPolicies('events.sent_change')}
  `,
};
