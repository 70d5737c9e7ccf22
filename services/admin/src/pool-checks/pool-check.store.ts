import type { CheckReport } from '@leakwatch/contracts';
import { newId, sql, type SqlEntityManager } from '@leakwatch/platform';
import { CHECK_ENDS, CHECKED_SOURCES, POOL_CHECK_SECONDS } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';

/** Seconds between two checks of the same account: a source may count each against a small quota. */
const AGAIN_SECONDS = 30;

export type Checked = 'account' | 'proxy';
const COLUMN = { account: 'service_account_id', proxy: 'proxy_id' } as const;

export interface AskedCheck {
  readonly id: string;
  /** The account or proxy, and whose it is. */
  readonly of: string;
  readonly organisation: string | null;
}

/** Accounts of Telegram and unknown ids are left out. In the order of ids, and held until the transaction ends. */
export async function lockChecked(em: SqlEntityManager, checked: Checked, ids: readonly string[]) {
  const wanted = [...ids];
  if (checked === 'proxy')
    return tables(em)
      .selectFrom('admin.proxy')
      .select(['id', 'organisation_id'])
      .where('id', 'in', wanted)
      .orderBy('id')
      .forKeyShare()
      .execute();
  return tables(em)
    .selectFrom('admin.service_account')
    .select(['id', 'organisation_id'])
    .where('id', 'in', wanted)
    .where('source_type', 'in', [...CHECKED_SOURCES])
    .orderBy('id')
    .forKeyShare()
    .execute();
}

/** A proxy that works is tried again after so long without use. With 100,000 unused proxies a crawler tries nine of them a second at most. */
const PROBE_SECONDS = 3_600;
/** The same for one that is new or failed the last time: three failures in a row block it within a quarter of an hour. */
const PROBE_SOON_SECONDS = 300;

/** How many checks wait for a crawler. */
export async function waitingChecks(em: SqlEntityManager): Promise<number> {
  const { count } = await tables(em)
    .selectFrom('admin.pool_check')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('ended', 'is', null)
    .where(sql<boolean>`asked >= now() - make_interval(secs => ${POOL_CHECK_SECONDS})`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Proxies that nobody used or tried for a time, the longest first. Those that staff blocked, or that left a company, are left alone. */
export const proxiesToProbe = (em: SqlEntityManager, limit: number) =>
  tables(em)
    .selectFrom('admin.proxy as p')
    .leftJoin('admin.pool_check as k', 'k.proxy_id', 'p.id')
    .select(['p.id', 'p.organisation_id'])
    .where(sql<boolean>`coalesce(p.block_reason, ${CHECK_ENDS.proxy}) = ${CHECK_ENDS.proxy}`)
    .where(sql<boolean>`coalesce(p.leased_until, '-infinity') < now()`)
    .where(
      sql<boolean>`greatest(p.created, p.last_check, k.asked) < now() - make_interval(secs => case
        when p.last_check is null or (p.failures_count > 0 and p.block_reason is null) then ${PROBE_SOON_SECONDS}::int else ${PROBE_SECONDS}::int end)`,
    )
    .orderBy(sql`greatest(p.created, p.last_check, k.asked)`)
    .orderBy('p.id')
    .limit(limit)
    .execute();

/** Asks for checks, but not of what waits for one or had one a moment ago. Returns those that were added. */
export async function addChecks(
  em: SqlEntityManager,
  checked: Checked,
  rows: readonly { readonly id: string; readonly organisation_id: string | null }[],
): Promise<AskedCheck[]> {
  if (rows.length === 0) return [];
  const column = COLUMN[checked];
  const asked = { id: sql<string>`excluded.id`, asked: sql<Date>`now()`, ended: null, outcome: null, message: '', limited_until: null };
  const added = await tables(em)
    .insertInto('admin.pool_check')
    .values(rows.map(({ id }) => ({ id: newId(), [column]: id })))
    .onConflict((conflict) =>
      conflict
        .column(column)
        .doUpdateSet(asked)
        .where(sql<boolean>`pool_check.asked < now() - make_interval(secs => ${AGAIN_SECONDS})`)
        .where(sql<boolean>`pool_check.ended is not null or pool_check.asked < now() - make_interval(secs => ${POOL_CHECK_SECONDS})`),
    )
    .returning(['id', 'service_account_id', 'proxy_id'])
    .execute();
  const owners = new Map(rows.map((row) => [row.id, row.organisation_id]));
  return added.map((one) => {
    const of = one[column] ?? '';
    return { id: one.id, of, organisation: owners.get(of) ?? null };
  });
}

/** What a check is about, while it waits; undefined when it is over. */
export const waitingCheck = (em: SqlEntityManager, id: string) =>
  tables(em)
    .selectFrom('admin.pool_check')
    .select(['service_account_id', 'proxy_id'])
    .where('id', '=', id)
    .where('ended', 'is', null)
    .where(sql<boolean>`asked >= now() - make_interval(secs => ${POOL_CHECK_SECONDS})`)
    .executeTakeFirst();

/** Ends a check that waits. */
export const endCheck = (em: SqlEntityManager, { check, outcome, message, seconds }: CheckReport) =>
  tables(em)
    .updateTable('admin.pool_check')
    .set({
      ended: sql<Date>`now()`,
      outcome,
      message,
      limited_until: seconds === null ? null : sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .where('id', '=', check)
    .where('ended', 'is', null)
    .execute();

/** The source accepts the account now. */
export const endRefusal = (em: SqlEntityManager, account: string) =>
  tables(em)
    .updateTable('admin.service_account')
    .set({ block_reason: null, err_msg: '' })
    .where('id', '=', account)
    .where('block_reason', '=', CHECK_ENDS.account)
    .execute();

/** The proxy connects now: that of an account, or the given one. */
export const endProxyFailure = (em: SqlEntityManager, { account, proxy }: { account: string | null; proxy: string | null }) =>
  tables(em)
    .updateTable('admin.proxy')
    .set({ block_reason: null, err_msg: '', failures_count: 0, cooling_until: null })
    .where(sql<boolean>`id = coalesce(${proxy}::uuid, (select a.proxy_id from admin.service_account a where a.id = ${account}::uuid))`)
    .where('block_reason', '=', CHECK_ENDS.proxy)
    .execute();
