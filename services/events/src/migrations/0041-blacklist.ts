import type { MigrationStep } from '@leakwatch/platform';

/**
 * Rules that people make. Names are compared by their keys, which the service writes with libs/rules (PostgreSQL's own
 * lower() depends on the installation's locale); only events of sources that have a blacklist carry them, so no other
 * pays for the indexes.
 */
export const blacklist: MigrationStep = {
  name: '0041-blacklist',
  sql: `
    select set_config('leakwatch.scope', 'consumer', true);

    -- The column active stays for processes of the version before, which read it while both run. Every stored rule is active.
    alter table events.blacklist_rule
      add column owner_key text,
      add column repo_key text,
      add column event_id uuid references events.event on delete set null,
      add column author_id uuid;
    -- No version of the service has written rules yet. Rules inserted by hand are kept, without duplicates.
    update events.blacklist_rule set owner_key = lower(trim(rule_owner)), repo_key = lower(trim(rule_repo));
    alter table events.blacklist_rule alter column owner_key set not null, alter column repo_key set not null;
    delete from events.blacklist_rule later using events.blacklist_rule first
      where later.id > first.id and (later.organisation_id, later.source_type, later.block_type, later.owner_key, later.repo_key)
        = (first.organisation_id, first.source_type, first.block_type, first.owner_key, first.repo_key)
        and later.task_id is not distinct from first.task_id;
    create unique index blacklist_rule_once on events.blacklist_rule
      (organisation_id, source_type, block_type, owner_key, repo_key, coalesce(task_id, '00000000-0000-0000-0000-000000000000'));
    drop index events.blacklist_rule_of_organisation;
    create index blacklist_rule_list on events.blacklist_rule (organisation_id, updated_at desc, id);
    create index blacklist_rule_of_event on events.blacklist_rule (event_id) where event_id is not null;

    alter table events.event add column owner_key text, add column repo_key text;
    update events.event set owner_key = lower(trim(owner)),
        repo_key = lower(regexp_replace(case when source_type = 'github' then container_url else container_title end, '^.*/', ''))
      where source_type in ('github', 'gist');
    create index event_of_owner on events.event (organisation_id, source_type, owner_key) where owner_key is not null;
    create index event_of_repository on events.event (organisation_id, source_type, repo_key) where repo_key is not null;

    -- The user who requested a change made by a rule, so that they can undo it.
    alter table events.status_change add column asked_by uuid;
    -- The messages of a large change are published page by page.
    create index status_change_of_batch_2 on events.status_change (batch, id);
    drop index events.status_change_of_batch;
    alter index events.status_change_of_batch_2 rename to status_change_of_batch;
  `,
};
