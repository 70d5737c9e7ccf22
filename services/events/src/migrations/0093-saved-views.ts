import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

/** Filters and order of the list under a name, of a person or of an organisation (docs/decisions/0067-saved-views.md). */
export const savedViews: MigrationStep = {
  name: '0093-saved-views',
  sql: `
    create table events.saved_view (
      id uuid primary key,
      organisation_id uuid not null,
      -- null: of the organisation.
      owner_id uuid,
      author_name text not null,
      name text not null,
      -- As the query of the list has them.
      filters jsonb not null,
      sort text,
      created timestamptz not null default now()
    );
    create unique index saved_view_name on events.saved_view (organisation_id, coalesce(owner_id, organisation_id), lower(name));
    create index saved_view_of_owner on events.saved_view (owner_id) where owner_id is not null;
    ${organisationPolicies('events.saved_view')}
  `,
};
