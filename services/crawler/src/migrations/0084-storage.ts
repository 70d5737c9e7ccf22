import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

/** Which tasks use a mirror, what the mirrors of an organisation take, and how full its storage is. */
export const storage: MigrationStep = {
  name: '0084-storage',
  sql: `
    select set_config('leakwatch.scope', 'consumer', true);

    alter table crawler.mirror
      add column bytes bigint not null default 0,
      -- Since when no task needs it; it is deleted some days later.
      add column unused_since timestamptz default now();
    create index mirror_unused on crawler.mirror (unused_since) where unused_since is not null;

    create table crawler.mirror_use (
      mirror_id uuid not null references crawler.mirror,
      task_id uuid not null,
      organisation_id uuid not null,
      primary key (mirror_id, task_id)
    );
    create index mirror_use_of_task on crawler.mirror_use (task_id);
    create index mirror_use_of_organisation on crawler.mirror_use (organisation_id);
    ${organisationPolicies('crawler.mirror_use')}
    insert into crawler.mirror_use (mirror_id, task_id, organisation_id)
      select distinct m.id, t.task_id, t.organisation_id
      from crawler.watched_task t cross join lateral jsonb_array_elements(t.snapshot -> 'repositories') r
      join crawler.mirror m on m.address = r ->> 'address' and m.credential_scope = r ->> 'credential_scope'
      where not (t.snapshot ->> 'archived')::boolean;
    update crawler.mirror set unused_since = null where id in (select mirror_id from crawler.mirror_use);

    -- What the mirrors of an organisation take. One that several organisations use counts whole for each.
    create table crawler.storage (
      organisation_id uuid primary key,
      -- Rises with each change that is published.
      version int not null default 1,
      items bigint not null default 0,
      bytes bigint not null default 0
    );
    ${organisationPolicies('crawler.storage')}

    create table crawler.storage_level (organisation_id uuid primary key, version int not null, level text not null);
    ${organisationPolicies('crawler.storage_level')}
  `,
};
