import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

/**
 * What kept content takes, by organisation. Triggers write the changes of each statement, so that every writer is counted and none waits
 * for another; a schedule adds them up (docs/decisions/0063-storage-quotas.md).
 */
export const storage: MigrationStep = {
  name: '0085-storage',
  sql: `
    select set_config('leakwatch.scope', 'consumer', true);

    create table events.storage (
      organisation_id uuid primary key,
      -- Rises with each change that is published.
      version int not null default 1,
      items bigint not null,
      bytes bigint not null
    );
    ${organisationPolicies('events.storage')}

    create table events.storage_change (
      id bigint generated always as identity primary key,
      organisation_id uuid not null,
      items bigint not null,
      bytes bigint not null
    );
    ${organisationPolicies('events.storage_change')}

    create function events.storage_added() returns trigger language plpgsql as $$
    begin
      insert into events.storage_change (organisation_id, items, bytes)
        select organisation_id, count(*), sum(kept_bytes) from added group by organisation_id;
      return null;
    end $$;
    create function events.storage_removed() returns trigger language plpgsql as $$
    begin
      insert into events.storage_change (organisation_id, items, bytes)
        select organisation_id, -count(*), -sum(kept_bytes) from removed group by organisation_id;
      return null;
    end $$;
    create trigger storage_added after insert on events.evidence referencing new table as added
      for each statement execute function events.storage_added();
    create trigger storage_removed after delete on events.evidence referencing old table as removed
      for each statement execute function events.storage_removed();

    insert into events.storage_change (organisation_id, items, bytes)
      select organisation_id, count(*), sum(kept_bytes) from events.evidence group by organisation_id;
  `,
};
