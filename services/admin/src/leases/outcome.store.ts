import { sql, type SqlEntityManager } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/** A proxy that fails so many times in a row is blocked until staff change or unblock it: a restart of a proxy fails once or twice. */
export const PROXY_FAILURES_MAX = 3;
/** A proxy that failed is not used for so long: the failures in a row are then minutes apart and not those of one moment. */
export const PROXY_COOLING_SECONDS = 60;

/** The source allows the account no request for so long. */
export const limitAccount = (em: SqlEntityManager, id: string, seconds: number) =>
  tables(em)
    .updateTable('admin.service_account')
    .set({ limited_until: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('id', '=', id)
    .execute();

/** The source does not accept the account. The text is for staff. What was blocked for another reason before a check stays so. */
export const refuseAccount = (em: SqlEntityManager, id: string, text: string) =>
  tables(em)
    .updateTable('admin.service_account')
    .set({ block_reason: 'refused', err_msg: text })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(block_reason, 'refused') = 'refused'`)
    .execute();

/** The source answered through the proxy. */
export const proxyWorked = (em: SqlEntityManager, id: string) =>
  tables(em)
    .updateTable('admin.proxy')
    .set({ last_check: sql<Date>`now()`, failures_count: 0, cooling_until: null })
    .set({ err_msg: sql<string>`case when block_reason is null then '' else err_msg end` })
    .where('id', '=', id)
    .execute();

/** Counts a failure; after PROXY_FAILURES_MAX in a row the proxy is blocked. */
export const proxyFailed = (em: SqlEntityManager, id: string, text: string) =>
  tables(em)
    .updateTable('admin.proxy')
    .set({
      last_check: sql<Date>`now()`,
      failures_count: sql<number>`failures_count + 1`,
      cooling_until: sql<Date>`now() + make_interval(secs => ${PROXY_COOLING_SECONDS})`,
      err_msg: text,
      block_reason: sql`case when block_reason is null and failures_count + 1 >= ${PROXY_FAILURES_MAX} then 'proxy_failed' else block_reason end`,
    })
    .where('id', '=', id)
    .execute();
