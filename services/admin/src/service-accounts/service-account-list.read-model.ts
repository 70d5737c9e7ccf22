import type {
  AnswerOf,
  InputOf,
  listFreeServiceAccounts,
  listServiceAccounts,
  SERVICE_ACCOUNT_SORTS,
  ServiceAccount,
} from '@leakwatch/contracts';
import { type RawBuilder, sortOrder, type SortTerms, type SqlEntityManager, sql } from '@leakwatch/platform';
import { phoneDigits } from '@leakwatch/rules';
import type { ProxyState } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';
import { CHECK_COLUMNS, CHECK_UNANSWERED, withCheck } from '../proxies/shown-check.ts';
import { PROXY_STATE } from '../proxies/proxy.store.ts';
import { SERVICE_ACCOUNT_STATE } from './service-account.store.ts';
import { accountsByPhone } from './telegram-session.store.ts';

const selected = (em: SqlEntityManager) =>
  tables(em)
    .selectFrom('admin.service_account as a')
    .leftJoin('admin.organisation as o', 'o.id', 'a.organisation_id')
    .leftJoin('admin.proxy as p', 'p.id', 'a.proxy_id')
    .leftJoin('admin.telegram_session as s', 's.service_account_id', 'a.id')
    .leftJoin('admin.pool_check as k', 'k.service_account_id', 'a.id');

const COLUMNS = [
  'a.id',
  'a.organisation_id',
  'o.name as organisation_name',
  'a.source_type',
  'a.login',
  'a.phone',
  'a.proxy_id as proxy',
  'p.err_msg as proxy_err',
  'a.block_reason',
  'a.err_msg',
  'a.reserved_for_discovery',
  's.stage as telegram_stage',
  'a.created',
  'a.last_used',
  'a.edit_version as version',
  ...CHECK_COLUMNS,
] as const;
const COMPUTED = [
  SERVICE_ACCOUNT_STATE.as('state'),
  sql<boolean>`a.password is not null`.as('has_password'),
  sql<string | null>`case p.type when 'socks5' then 'socks5://' else '' end || p.ip_address || ':' || p.port`.as('proxy_ext'),
  sql<ProxyState | null>`case when p.id is not null then ${PROXY_STATE} end`.as('proxy_state'),
  sql<Date | null>`case when a.limited_until > now() then a.limited_until end`.as('limited_until'),
  sql<string | null>`case when a.leased_until > now() then a.task_id end`.as('task'),
  CHECK_UNANSWERED.as('check_unanswered'),
] as const;

type Phone = Pick<ServiceAccount, 'source_type' | 'phone'>;

/** Which of some accounts have the telephone number of another account of Telegram. */
async function sharedPhones(em: SqlEntityManager, accounts: readonly Phone[]): Promise<(account: Phone) => boolean> {
  const isNumbered = ({ source_type, phone }: Phone) => source_type === 'telegram' && phone !== '';
  const digits = accounts.filter(isNumbered).map(({ phone }) => phoneDigits(phone));
  const byPhone = digits.length === 0 ? undefined : await accountsByPhone(em, digits);
  return (account) => isNumbered(account) && (byPhone?.get(phoneDigits(account.phone))?.length ?? 0) > 1;
}

async function read(em: SqlEntityManager, query: ReturnType<typeof selected>): Promise<ServiceAccount[]> {
  const found = await query
    .select(COLUMNS)
    .select([...COMPUTED])
    .execute();
  const isShared = await sharedPhones(em, found);
  return found.map(withCheck).map(({ organisation_id, organisation_name, limited_until, created, last_used, proxy_err, ...one }) => ({
    ...one,
    phone_shared: isShared(one),
    company: organisation_id === null ? null : { id: organisation_id, name: organisation_name ?? '' },
    proxy_err: proxy_err ?? '',
    limited_until: limited_until?.toISOString() ?? null,
    created: created.toISOString(),
    last_used: last_used?.toISOString() ?? null,
  }));
}

const ID = { by: sql.ref('a.id') };
const SORTS: SortTerms<(typeof SERVICE_ACCOUNT_SORTS)[number]> = {
  login: [{ by: sql`lower(a.login)` }, ID],
  last_used: [{ by: sql.ref('a.last_used'), nullable: true }, ID],
};
const BY_SOURCE = sql`a.source_type, lower(a.login), a.id`;

async function pageOf(
  em: SqlEntityManager,
  query: ReturnType<typeof selected>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  order: RawBuilder<unknown> = BY_SOURCE,
): Promise<AnswerOf<typeof listServiceAccounts>> {
  const { count } = await query.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  return { count, results: await read(em, query.orderBy(order).limit(limit).offset(offset)) };
}

/** A page of service accounts, by source and login unless `sort` says otherwise. */
export function serviceAccountList(
  em: SqlEntityManager,
  { company, source_type, sort, ...page }: InputOf<typeof listServiceAccounts>['query'],
) {
  let query = selected(em);
  if (company !== undefined) query = query.where('a.organisation_id', '=', company);
  if (source_type !== undefined) query = query.where('a.source_type', '=', source_type);
  return pageOf(em, query, page, sort === undefined ? BY_SOURCE : sortOrder(sort, SORTS));
}

/** A page of the accounts that are ready and belong to no company or task. */
export function freeServiceAccounts(em: SqlEntityManager, { source_type, ...page }: InputOf<typeof listFreeServiceAccounts>['query']) {
  let query = selected(em).where('a.organisation_id', 'is', null).where(SERVICE_ACCOUNT_STATE, '=', 'ready');
  if (source_type !== undefined) query = query.where('a.source_type', '=', source_type);
  return pageOf(em, query, page);
}

export async function serviceAccountById(em: SqlEntityManager, id: string): Promise<ServiceAccount | undefined> {
  return (await read(em, selected(em).where('a.id', '=', id)))[0];
}
