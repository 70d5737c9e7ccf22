import { row, type SqlEntityManager, sql } from '@leakwatch/platform';

/** A task's fields as the history names them. Credentials in remote addresses are masked. */
export interface TaskSnapshot {
  readonly title: string | null;
  readonly filter_mode: string | null;
  readonly git_repository_observer: string | null;
  readonly recipients: readonly string[];
  readonly filter_keywords: readonly string[];
  readonly sources: readonly string[];
  readonly channels: readonly string[];
  readonly search_types: readonly string[];
  readonly patterns: readonly string[];
  readonly git_repositories: readonly string[];
  readonly repositories: readonly RepositorySnapshot[];
}

interface RepositorySnapshot {
  readonly address: string;
  /** Title, page, branch and host, joined into one text. */
  readonly facts: string;
  /** Changes with the credentials; they cannot be derived from it. */
  readonly credential_scope: string;
}

/** The snapshot before a task's creation. */
export const NO_TASK: TaskSnapshot = {
  title: null,
  filter_mode: null,
  git_repository_observer: null,
  recipients: [],
  filter_keywords: [],
  sources: [],
  channels: [],
  search_types: [],
  patterns: [],
  git_repositories: [],
  repositories: [],
};

export async function taskSnapshot(em: SqlEntityManager, id: string): Promise<TaskSnapshot> {
  const found = await row(
    em,
    sql<TaskSnapshot>`
      select t.title, t.filter_mode, (t.observer ->> 'source_type') || ': ' || (t.observer ->> 'account_name') as git_repository_observer,
        to_jsonb(t.recipients) as recipients, to_jsonb(t.filter_keywords) as filter_keywords,
        coalesce((select jsonb_agg(s.source_type order by s.source_type) from tasks.task_source s where s.task_id = t.id and s.active), '[]') as sources,
        coalesce((select jsonb_agg(c order by c) from tasks.task_source s, unnest(s.channels) c where s.task_id = t.id), '[]') as channels,
        coalesce((select jsonb_agg(s.source_type || ': ' || s.search_type order by s.source_type)
          from tasks.task_source s where s.task_id = t.id and s.active), '[]') as search_types,
        coalesce((select jsonb_agg(p.kind || ': ' || p.text order by p.position) from tasks.pattern p where p.task_id = t.id), '[]') as patterns,
        coalesce((select jsonb_agg(r.masked order by r.position) from tasks.repository r where r.task_id = t.id), '[]') as git_repositories,
        coalesce((select jsonb_agg(jsonb_build_object('address', r.address, 'credential_scope', r.credential_scope,
            'facts', concat_ws(', ', r.title, r.url, r.default_branch, r.remote_source)) order by r.position)
          from tasks.repository r where r.task_id = t.id), '[]') as repositories
      from tasks.task t where t.id = ${id}`,
  );
  if (found === undefined) throw new Error('the changed task does not exist');
  return found;
}
