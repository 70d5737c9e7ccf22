import type { TaskDetails } from '@leakwatch/contracts';
import { row, type SqlEntityManager, sql } from '@leakwatch/platform';
import { PATTERN_GROUP_NAMES, PATTERN_GROUPS } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';
import { coverageOf } from './source-coverage.read-model.ts';
import { type StoredTaskRow, TASK_COLUMNS, toTaskRow } from './task-list.read-model.ts';

type Chosen = Pick<TaskDetails['patterns'][number], 'patterns' | 'keywords'>;
type StoredDetails = StoredTaskRow &
  Pick<TaskDetails, 'company' | 'version' | 'edit_version' | 'search_patterns' | 'filter_mode'> & {
    readonly public_domains: Chosen;
    readonly keywords: readonly string[];
    readonly observer: TaskDetails['git_repository_observer'];
  };

/** The groups of patterns as they were chosen; a group without any is left out. */
function chosenPatterns(searched: TaskDetails['search_patterns'], domains: Chosen): TaskDetails['patterns'] {
  return PATTERN_GROUP_NAMES.map((group) => {
    if (group === 'public_domains') return { patterns_type: group, ...domains };
    const kind = PATTERN_GROUPS[group];
    const patterns = searched.filter((one) => one.kind === kind).map(({ pattern }) => pattern);
    return { patterns_type: group, patterns, keywords: [] };
  }).filter(({ patterns }) => patterns.length > 0);
}

/** One task as its page shows it; undefined where the scope does not see it. */
export async function taskDetails(em: SqlEntityManager, id: string): Promise<TaskDetails | undefined> {
  const stored = await row(
    em,
    sql<StoredDetails>`
      select ${TASK_COLUMNS}, t.organisation_id as company, t.version, t.edit_version, t.filter_mode, to_jsonb(t.filter_keywords) as keywords, t.observer,
        jsonb_build_object('patterns', to_jsonb(t.chosen_domains), 'keywords', t.chosen_keywords) as public_domains,
        coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'kind', p.kind, 'pattern', p.text, 'waiting', p.waiting) order by p.position)
          from tasks.pattern p where p.task_id = t.id), '[]') as search_patterns
      from tasks.task t where t.id = ${id} and t.archived_at is null`,
  );
  if (stored === undefined) return undefined;
  const repositories = await tables(em)
    .selectFrom('tasks.repository')
    .select(['id', 'title as repo_title', 'url as repo_url', 'default_branch as repo_default_branch', 'masked as git_remote_url'])
    .select(['remote_source as repo_remote_source', 'status', 'error_code', 'last_indexed', 'waiting'])
    .select(['blobs_total', 'blobs_scanned', 'blobs_unread', 'blobs_unchecked'])
    .where('task_id', '=', id)
    .orderBy('position')
    .execute();
  const { company, version, edit_version, keywords, observer, search_patterns, public_domains, filter_mode, ...taskRow } = stored;
  return {
    ...toTaskRow(taskRow),
    version,
    edit_version,
    company,
    coverage: await coverageOf(em, id),
    patterns: chosenPatterns(search_patterns, public_domains),
    search_patterns,
    filter_mode,
    filter_keywords: keywords.map((keyword) => ({ keyword })),
    git_repository_observer: observer,
    git_repositories: repositories.map((repository) => ({
      ...repository,
      last_indexed: repository.last_indexed?.toISOString() ?? null,
      // The console has a text for each code in both languages. The upstream's own message is never shown to a customer.
      error_text: repository.error_code,
    })),
  };
}
