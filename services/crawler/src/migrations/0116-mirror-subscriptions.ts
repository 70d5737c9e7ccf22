import type { MigrationStep } from '@leakwatch/platform';

/**
 * The use of a mirror is a subscription, written when a task is kept; the launch marks it as admitted to the storage of its organisation
 * (docs/decisions/0095). Until now the launch wrote the row, so those that exist are admitted.
 */
export const mirrorSubscriptions: MigrationStep = {
  name: '0116-mirror-subscriptions',
  sql: `
    select set_config('leakwatch.scope', 'consumer', true);

    alter table crawler.mirror_use add column admitted boolean not null default true;
    alter table crawler.mirror_use alter column admitted set default false;

    -- Running tasks that were not launched yet, or that were refused.
    insert into crawler.mirror_use (mirror_id, task_id, organisation_id)
      select distinct m.id, t.task_id, t.organisation_id
      from crawler.watched_task t cross join lateral jsonb_array_elements(t.snapshot -> 'repositories') r
      join crawler.mirror m on m.address = r ->> 'address' and m.credential_scope = r ->> 'credential_scope'
      where t.running and t.snapshot -> 'source_types' ? 'git_repo'
      on conflict do nothing;
  `,
};
