import { isViolationOf, sql, type SqlEntityManager } from '@leakwatch/platform';
import { PROXIES_MAX } from '@leakwatch/rules';
import { PROXY_TRANSITIONS, type ProxyState, type ProxyStep } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';
import type { ProxyRow } from './proxy.entity.ts';

/** The part of a ciphertext's context that ties it to its row. */
export const proxyPasswordContext = (id: string) => `admin.proxy.password:${id}`;

/** The state of the proxy `p`: it is busy also while its account is leased. */
export const PROXY_STATE = sql<ProxyState>`case
  when p.block_reason is not null then 'blocked'
  when p.leased_until > now()
    or exists (select from admin.service_account u where u.proxy_id = p.id and u.leased_until > now()) then 'busy'
  else 'ready' end`;

/** A blocked proxy is known by its row alone. */
export const isIn = (state: ProxyState) =>
  state === 'blocked' ? sql<boolean>`p.block_reason is not null` : sql<boolean>`${PROXY_STATE} = ${state}`;

export type NewProxy = Pick<
  ProxyRow,
  'id' | 'organisation_id' | 'type' | 'ip_address' | 'port' | 'login' | 'password' | 'reserved_for_discovery'
>;
export type ProxyChange = Partial<Omit<NewProxy, 'id'>>;

/** Rows of one statement: a row has eight values, and PostgreSQL takes 65,535 in a statement. */
const ROWS_AT_ONCE = 1_000;

/** Adds those whose address, port and login are new. Returns how many. */
export async function addProxies(em: SqlEntityManager, proxies: readonly NewProxy[]): Promise<number> {
  let added = 0;
  for (let from = 0; from < proxies.length; from += ROWS_AT_ONCE) {
    const statement = tables(em)
      .insertInto('admin.proxy')
      .values(proxies.slice(from, from + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id');
    added += (await statement.execute()).length;
  }
  return added;
}

type Address = Pick<ProxyRow, 'ip_address' | 'port' | 'login'>;

/** Which of these addresses, ports and logins are in the list. */
export const knownProxies = (em: SqlEntityManager, proxies: readonly Address[]): Promise<(Address & { readonly id: string })[]> =>
  tables(em)
    .selectFrom('admin.proxy as p')
    .select(['p.id', 'p.ip_address', 'p.port', 'p.login'])
    .where(
      sql<boolean>`(p.ip_address, p.port, p.login) in (select * from unnest(${proxies.map((one) => one.ip_address)}::text[],
        ${proxies.map((one) => one.port)}::int[], ${proxies.map((one) => one.login)}::text[]))`,
    )
    .execute();

const LOCKED = ['id', 'organisation_id', 'type', 'ip_address', 'port', 'login', 'block_reason'] as const;
export type LockedProxy = Pick<ProxyRow, (typeof LOCKED)[number]> & { readonly state: ProxyState };

/** Locks the account of a proxy, then the proxy (docs/locks.md). */
export async function lockProxy(em: SqlEntityManager, id: string) {
  const account = await tables(em)
    .selectFrom('admin.service_account')
    .select(['id', 'organisation_id'])
    .where('proxy_id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const proxy: LockedProxy | undefined = await tables(em)
    .selectFrom('admin.proxy as p')
    .select(LOCKED.map((column) => `p.${column}` as const))
    .select(PROXY_STATE.as('state'))
    .where('p.id', '=', id)
    .forUpdate('p')
    .executeTakeFirst();
  return proxy === undefined ? undefined : { proxy, account };
}

/** False when another proxy has that address, port and login; the transaction can then only be rolled back. */
export async function updateProxy(em: SqlEntityManager, id: string, change: ProxyChange): Promise<boolean> {
  try {
    await tables(em).updateTable('admin.proxy').set(change).where('id', '=', id).execute();
    return true;
  } catch (error) {
    if (isViolationOf('proxy_address', error)) return false;
    throw error;
  }
}

/** Ends the lease of a proxy and of its account: a crawler that holds one of them loses it. */
export async function endLeasesOfProxy(em: SqlEntityManager, id: string): Promise<void> {
  const ended = { lease_epoch: sql<string>`lease_epoch + 1`, leased_until: null, task_id: null };
  await tables(em).updateTable('admin.service_account').set(ended).where('proxy_id', '=', id).execute();
  await tables(em).updateTable('admin.proxy').set(ended).where('id', '=', id).execute();
}

/** Another address or other credentials: earlier failures do not count any more. */
export async function forgetFailures(em: SqlEntityManager, proxy: LockedProxy): Promise<void> {
  await tables(em)
    .updateTable('admin.proxy')
    .set({ failures_count: 0, cooling_until: null, ...(proxy.block_reason === 'proxy_failed' && { block_reason: null, err_msg: '' }) })
    .where('id', '=', proxy.id)
    .execute();
}

/** Brings a proxy into the state that follows from a step of staff. */
export async function takeProxyStep(em: SqlEntityManager, { id, state }: LockedProxy, step: ProxyStep): Promise<void> {
  const next = PROXY_TRANSITIONS[state][step];
  if (step === 'unlink')
    await tables(em).updateTable('admin.proxy').set({ organisation_id: null, task_id: null }).where('id', '=', id).execute();
  if (next === state) return;
  const change =
    next === 'blocked'
      ? ({ block_reason: 'staff', err_msg: '' } as const)
      : { block_reason: null, err_msg: '', failures_count: 0, cooling_until: null };
  await tables(em).updateTable('admin.proxy').set(change).where('id', '=', id).execute();
  await endLeasesOfProxy(em, id);
}

/** What the list of proxies is narrowed to. */
export interface ProxyFilter {
  readonly company?: string | undefined;
  readonly state?: ProxyState | undefined;
}

const UNUSED = sql<boolean>`not exists (select from admin.service_account a where a.proxy_id = p.id)`;

/**
 * Removes those that no account uses, as many as one list may add: the audit record names each. They are locked first, so that no account takes one
 * meanwhile. Returns what was removed.
 */
export async function removeUnusedProxies(em: SqlEntityManager, { company, state }: ProxyFilter) {
  let chosen = tables(em).selectFrom('admin.proxy as p').select('p.id').where(UNUSED).orderBy('p.id').limit(PROXIES_MAX).forUpdate('p');
  if (company !== undefined) chosen = chosen.where('p.organisation_id', '=', company);
  if (state !== undefined) chosen = chosen.where(isIn(state));
  const ids = (await chosen.execute()).map(({ id }) => id);
  return tables(em)
    .deleteFrom('admin.proxy as p')
    .where(sql<boolean>`p.id = any(${ids}::uuid[])`)
    .where(UNUSED)
    .returning(['p.organisation_id', 'p.ip_address', 'p.port', 'p.login'])
    .execute();
}

/** False when an account has taken the locked proxy before it was locked. */
export const removeProxy = async (em: SqlEntityManager, id: string): Promise<boolean> =>
  (await tables(em).deleteFrom('admin.proxy as p').where('p.id', '=', id).where(UNUSED).returning('p.id').execute()).length === 1;
