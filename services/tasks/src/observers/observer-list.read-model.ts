import {
  type AnswerOf,
  type InputOf,
  type listObservers,
  type OBSERVER_SORTS,
  OBSERVER_REPOSITORIES_SHOWN,
  type ObservedRepository,
} from '@leakwatch/contracts';
import { row, rows, sortOrder, type SortTerms, type SqlEntityManager, sql } from '@leakwatch/platform';

type Observer = AnswerOf<typeof listObservers>['results'][number];
type StoredRepository = Omit<ObservedRepository, 'last_indexed'> & { readonly task_id: string; readonly last_indexed: Date | null };

/** The first repositories of each task: those with an error, then by position. The stored credentials are not read. */
const repositoriesOf = (em: SqlEntityManager, tasks: readonly string[]) =>
  rows(
    em,
    sql<StoredRepository>`
      select r.* from unnest(${[...tasks]}::uuid[]) as task (id) cross join lateral (
        select task_id, id, status, error_code, title as repo_title, url as repo_url, default_branch as repo_default_branch,
          masked as git_remote_url, last_indexed, remote_source as repo_remote_source
        from tasks.repository where task_id = task.id
        order by (status = 'repository_error') desc, position limit ${OBSERVER_REPOSITORIES_SHOWN}) r`,
  );

const ID = { by: sql.ref('t.id') };
const SORTS: SortTerms<(typeof OBSERVER_SORTS)[number]> = {
  account_name: [{ by: sql`lower(t.observer->>'account_name')` }, ID],
  task_title: [{ by: sql`lower(t.title)` }, ID],
};
const NEWEST_FIRST = sql`t.created desc, t.id`;

/** A page of the observers of all organisations, newest task first unless `sort` says otherwise, archived tasks left out. */
export async function observerList(
  em: SqlEntityManager,
  { limit, offset, org, sort }: InputOf<typeof listObservers>['query'],
): Promise<AnswerOf<typeof listObservers>> {
  const where = sql`t.archived_at is null and t.git_monitoring and t.observer is not null
    and (${org ?? null}::uuid is null or t.organisation_id = ${org ?? null}::uuid)`;
  const total = await row(em, sql<{ count: number }>`select count(*)::int as count from tasks.task t where ${where}`);
  const found = await rows(
    em,
    sql<Omit<Observer, 'repositories'>>`
      select t.id, t.id as task, t.title as task_title, jsonb_build_object('id', t.organisation_id, 'name', o.name) as company,
        t.observer->>'source_type' as source_type, t.observer->>'account_name' as account_name,
        (t.observer->>'is_organisation')::boolean as is_organisation,
        (select count(*)::int from tasks.repository r where r.task_id = t.id) as repositories_count,
        (select count(*)::int from tasks.repository r where r.task_id = t.id and r.status = 'repository_error') as repositories_failed
      from tasks.task t left join tasks.organisation o on o.organisation_id = t.organisation_id
      where ${where} order by ${sort === undefined ? NEWEST_FIRST : sortOrder(sort, SORTS)} limit ${limit} offset ${offset}`,
  );
  const ids = found.map(({ id }) => id);
  const repositories = new Map(ids.map((id): [string, ObservedRepository[]] => [id, []]));
  for (const { task_id: task, last_indexed, ...repository } of await repositoriesOf(em, ids))
    repositories.get(task)?.push({ ...repository, last_indexed: last_indexed?.toISOString() ?? null });
  return {
    count: total?.count ?? 0,
    results: found.map((observer) => ({ ...observer, repositories: repositories.get(observer.id) ?? [] })),
  };
}
