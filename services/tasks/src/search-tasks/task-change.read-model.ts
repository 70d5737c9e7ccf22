import type { TaskChange } from '@leakwatch/contracts';
import { row, type SqlEntityManager, sql } from '@leakwatch/platform';

/**
 * The task as other services need it, without additions that staff have not confirmed. Read in the transaction that changed
 * it; undefined where the scope sees no such task.
 */
export async function taskChange(em: SqlEntityManager, id: string): Promise<TaskChange | undefined> {
  return row(
    em,
    sql<TaskChange>`
      select t.id as task_id, t.organisation_id, t.version, t.title, t.running, t.archived_at is not null as archived, t.confirmed,
        t.delete_events,
        coalesce((select jsonb_agg(s.source_type) from tasks.task_source s where s.task_id = t.id and s.active and not s.waiting), '[]') as source_types,
        coalesce((select jsonb_object_agg(s.source_type, s.search_type)
          from tasks.task_source s where s.task_id = t.id and s.active and not s.waiting), '{}') as search_types,
        coalesce((select jsonb_agg(c order by c) from tasks.task_source s, unnest(s.channels) c
          where s.task_id = t.id and s.source_type = 'telegram' and s.active and not s.waiting and c <> all (s.waiting_channels)), '[]') as telegram_channels,
        coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'kind', p.kind, 'text', p.text) order by p.position)
          from tasks.pattern p where p.task_id = t.id and not p.waiting), '[]') as patterns,
        to_jsonb(t.filter_keywords) as filter_keywords, t.filter_mode,
        coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'title', r.title, 'url', r.url,
          'default_branch', r.default_branch, 'address', r.address, 'credential_scope', r.credential_scope) order by r.position)
          from tasks.repository r where r.task_id = t.id and not r.waiting), '[]') as repositories
      from tasks.task t where t.id = ${id}`,
  );
}
