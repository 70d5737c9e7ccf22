import type { Availability, InputOf, internalLease } from '@leakwatch/contracts';
import { type RawBuilder, type SqlEntityManager, sql } from '@leakwatch/platform';
import { POOL_BUSY_SECONDS, SERVICE_ACCOUNT_NEEDS } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';

export type Wanted = InputOf<typeof internalLease>['body'];

/**
 * The accounts that may serve, now or later, joined with their proxy: none of another organisation, none that is blocked or whose proxy
 * is, and none without the proxy that its source needs. What is reserved for discovery serves discovery alone.
 */
export function ableAccounts(em: SqlEntityManager, { source, organisations, purpose, among }: Wanted) {
  const able = tables(em)
    .selectFrom('admin.service_account as a')
    .leftJoin('admin.proxy as p', 'p.id', 'a.proxy_id')
    .where('a.source_type', '=', source)
    .where(sql<boolean>`(a.organisation_id is null or a.organisation_id = any(${organisations}::uuid[]))`)
    .where('a.block_reason', 'is', null)
    .where('a.wait_code', '=', false)
    .$if(among !== null, (all) => all.where(sql<boolean>`a.id = any(${among}::uuid[])`))
    .where('p.block_reason', 'is', null)
    .where(sql<boolean>`(p.organisation_id is null or p.organisation_id = a.organisation_id)`)
    // One of Telegram is signed in, and staff let crawlers use it.
    .$if(source === 'telegram', (all) =>
      all.where(sql<boolean>`exists (select from admin.telegram_session t where t.service_account_id = a.id and t.in_use)`),
    )
    .$if(SERVICE_ACCOUNT_NEEDS[source].proxy, (all) => all.where('p.id', 'is not', null));
  return purpose === 'discovery'
    ? able
    : able.where(sql<boolean>`not a.reserved_for_discovery and not coalesce(p.reserved_for_discovery, false)`);
}

/** The proxies that may serve anonymous requests: those that belong to no account. */
export function ableProxies(em: SqlEntityManager, { organisations, purpose }: Wanted) {
  const able = tables(em)
    .selectFrom('admin.proxy as p')
    .where(sql<boolean>`(p.organisation_id is null or p.organisation_id = any(${organisations}::uuid[]))`)
    .where('p.block_reason', 'is', null)
    .where(sql<boolean>`not exists (select from admin.service_account u where u.proxy_id = p.id)`);
  return purpose === 'discovery' ? able : able.where('p.reserved_for_discovery', '=', false);
}

/** When a candidate is free; null for now. `greatest` ignores nulls. */
export const ACCOUNT_FREE_AT = sql<Date | null>`greatest(a.leased_until, a.limited_until, p.cooling_until)`;
export const PROXY_FREE_AT = sql<Date | null>`greatest(p.leased_until, p.cooling_until)`;

const busyUntil = (lease: RawBuilder<Date | null>) =>
  sql<Date | null>`case when ${lease} > now() then least(${lease}, now() + make_interval(secs => ${POOL_BUSY_SECONDS})) end`;
const ACCOUNT_MAY_BE_FREE_AT = sql<Date | null>`greatest(${busyUntil(sql.ref('a.leased_until'))}, a.limited_until, p.cooling_until)`;
const PROXY_MAY_BE_FREE_AT = sql<Date | null>`greatest(${busyUntil(sql.ref('p.leased_until'))}, p.cooling_until)`;

const secondsUntil = (at: typeof ACCOUNT_FREE_AT, isExcluded: ReturnType<typeof sql<boolean>>) =>
  sql<number | null>`min(greatest(0, ceil(coalesce(extract(epoch from ${at} - now()), 0)))) filter (where not ${isExcluded})::int`;

/** When one that is not excluded may be free, and how many are excluded. */
export async function availability(em: SqlEntityManager, wanted: Wanted): Promise<Availability> {
  const id = sql.ref(wanted.holder === 'account' ? 'a.id' : 'p.id');
  const isExcluded = sql<boolean>`${id} = any(${wanted.excluding}::uuid[])`;
  const excluded = sql<number>`count(*) filter (where ${isExcluded})::int`.as('excluded');
  return wanted.holder === 'account'
    ? ableAccounts(em, wanted)
        .select([secondsUntil(ACCOUNT_MAY_BE_FREE_AT, isExcluded).as('seconds'), excluded])
        .executeTakeFirstOrThrow()
    : ableProxies(em, wanted)
        .select([secondsUntil(PROXY_MAY_BE_FREE_AT, isExcluded).as('seconds'), excluded])
        .executeTakeFirstOrThrow();
}
