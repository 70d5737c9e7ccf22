import type { AnswerOf, InputOf, listProxies, PROXY_SORTS, Proxy } from '@leakwatch/contracts';
import { sortOrder, type SortTerms, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { CHECK_COLUMNS, CHECK_UNANSWERED, withCheck } from './shown-check.ts';
import { isIn, PROXY_STATE } from './proxy.store.ts';

const selected = (em: SqlEntityManager) =>
  tables(em)
    .selectFrom('admin.proxy as p')
    .leftJoin('admin.organisation as o', 'o.id', 'p.organisation_id')
    .leftJoin('admin.service_account as a', 'a.proxy_id', 'p.id')
    .leftJoin('admin.pool_check as k', 'k.proxy_id', 'p.id');

const COLUMNS = [
  'p.id',
  'p.organisation_id',
  'o.name as organisation_name',
  'p.type',
  'p.ip_address',
  'p.port',
  'p.login',
  'p.reserved_for_discovery',
  'p.block_reason',
  'p.err_msg',
  'p.last_check',
  'p.failures_count',
  'a.id as account',
  'p.edit_version as version',
  ...CHECK_COLUMNS,
] as const;
/** The task of a lease that has not expired, of the proxy itself or of its account. */
const TASK = sql<string | null>`case when p.leased_until > now() then p.task_id when a.leased_until > now() then a.task_id end`;

async function read(query: ReturnType<typeof selected>): Promise<Proxy[]> {
  const found = await query
    .select(COLUMNS)
    .select([
      PROXY_STATE.as('state'),
      TASK.as('task'),
      CHECK_UNANSWERED.as('check_unanswered'),
      sql<boolean>`p.password is not null`.as('has_password'),
    ])
    .execute();
  return found.map(withCheck).map(({ organisation_id, organisation_name, last_check, ...one }) => ({
    ...one,
    company: organisation_id === null ? null : { id: organisation_id, name: organisation_name ?? '' },
    last_check: last_check?.toISOString() ?? null,
  }));
}

const ID = { by: sql.ref('p.id') };
type Sort = (typeof PROXY_SORTS)[number];
const SORTS: SortTerms<Sort> = {
  address: [{ by: sql`p.ip_address::inet` }, { by: sql.ref('p.port') }, ID],
  last_check: [{ by: sql.ref('p.last_check'), nullable: true }, ID],
};

type Page = { readonly limit: number; readonly offset: number; readonly sort?: Sort | `-${Sort}` | undefined };

const inOrder = (query: ReturnType<typeof selected>, { limit, offset, sort = 'address' }: Page) =>
  read(query.orderBy(sortOrder(sort, SORTS)).limit(limit).offset(offset));

const counted = sql<number>`count(*)::int`.as('count');
/** A page of proxies, by address and port unless `sort` says otherwise. */
export async function proxyList(
  em: SqlEntityManager,
  { company, state, ...page }: InputOf<typeof listProxies>['query'],
): Promise<AnswerOf<typeof listProxies>> {
  // Counted without the joins, which neither add nor remove a row.
  let all = tables(em).selectFrom('admin.proxy as p');
  let query = selected(em);
  if (company !== undefined) [all, query] = [all.where('p.organisation_id', '=', company), query.where('p.organisation_id', '=', company)];
  if (state !== undefined) [all, query] = [all.where(isIn(state)), query.where(isIn(state))];
  const { count } = await all.select(counted).executeTakeFirstOrThrow();
  return { count, results: await inOrder(query, page) };
}

/** A page of the proxies that are ready and belong to no company, account or task. */
export async function freeProxies(em: SqlEntityManager, page: Page): Promise<AnswerOf<typeof listProxies>> {
  const query = selected(em).where('p.organisation_id', 'is', null).where('a.id', 'is', null).where(isIn('ready'));
  const { count } = await query.select(counted).executeTakeFirstOrThrow();
  return { count, results: await inOrder(query, page) };
}

export async function proxyById(em: SqlEntityManager, id: string): Promise<Proxy | undefined> {
  return (await read(selected(em).where('p.id', '=', id)))[0];
}
