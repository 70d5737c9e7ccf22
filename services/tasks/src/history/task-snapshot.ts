import { row, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { ChangedField } from './write-task-change.ts';

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

/** Most entries of a list that one change names: a task may have a hundred thousand patterns. */
const NAMED = 50;

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

/** The fields that differ. Of a list, `old` has the removed entries and `new` the added ones; `<field>_count` has the lengths. */
export function changedFields(before: TaskSnapshot, after: TaskSnapshot): ChangedField[] {
  const texts = (['title', 'filter_mode', 'git_repository_observer'] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, old: before[field], new: after[field] }));
  const lists = (['recipients', 'filter_keywords', 'sources', 'channels', 'patterns', 'git_repositories'] as const).flatMap((field) => {
    const [gone, came] = [without(before[field], after[field]), without(after[field], before[field])];
    if (gone.length + came.length === 0) return [];
    return [
      { field, old: gone.slice(0, NAMED), new: came.slice(0, NAMED) },
      { field: `${field}_count`, old: before[field].length, new: after[field].length },
    ];
  });
  // Only of sources in both snapshots: added and removed ones are named under `sources`.
  const stays = (search: string) => [before, after].every(({ sources }) => sources.includes(search.split(':', 1)[0] ?? ''));
  const [old, now] = [before.search_types.filter(stays), after.search_types.filter(stays)];
  const changed = without(now, old);
  const searches = changed.length === 0 ? [] : [{ field: 'search_types', old: without(old, now), new: changed }];
  return [...texts, ...lists, ...searches, ...changedRepositories(before, after)];
}

/** What differs in repositories of both snapshots. Of credentials it names only the repository. */
function changedRepositories(before: TaskSnapshot, after: TaskSnapshot): ChangedField[] {
  const old = new Map(before.repositories.map((repository) => [repository.address, repository]));
  const stayed = after.repositories.flatMap((now) => {
    const was = old.get(now.address);
    return was === undefined ? [] : [{ was, now }];
  });
  const facts = stayed.filter(({ was, now }) => was.facts !== now.facts).slice(0, NAMED);
  const keys = stayed.filter(({ was, now }) => was.credential_scope !== now.credential_scope).slice(0, NAMED);
  return [
    ...(facts.length === 0
      ? []
      : [{ field: 'repository_facts', old: facts.map(({ was }) => was.facts), new: facts.map(({ now }) => now.facts) }]),
    ...(keys.length === 0 ? [] : [{ field: 'repository_credentials', old: null, new: keys.map(({ now }) => now.address) }]),
  ];
}

function without(entries: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return entries.filter((entry) => !known.has(entry));
}
