import type { MigrationStep } from '@leakwatch/platform';

/**
 * Channels of a source; domains and keywords as they were chosen, so that a form can be filled in from them: a
 * keyword keeps its text when staff remove it from its set. For tasks saved earlier they are derived from the patterns.
 */
export const sourcesOfATask: MigrationStep = {
  name: '0010-sources-of-a-task',
  sql: `
    alter table tasks.task_source add column channels text[] not null default '{}';
    alter table tasks.task add column chosen_domains text[] not null default '{}';
    alter table tasks.task add column chosen_keywords jsonb not null default '[]';

    select set_config('leakwatch.scope', 'scheduler', true);
    update tasks.task t set
      chosen_domains = array(
        select split_part(p.text, ' ', 1) from tasks.pattern p
        where p.task_id = t.id and p.kind = 'public_domain' group by 1 order by min(p.position)),
      chosen_keywords = coalesce((
        select jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name) order by k.name, k.id) from tasks.keyword k
        where k.name in (
          select substr(p.text, strpos(p.text, ' ') + 1) from tasks.pattern p where p.task_id = t.id and p.kind = 'public_domain')), '[]');
  `,
};
