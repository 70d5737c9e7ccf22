import { defineEntity, p } from '@leakwatch/platform';
import type { PoolCheckOutcome } from '@leakwatch/vocabulary';

/** The last check of a service account or of a proxy. */
export const PoolCheckEntity = defineEntity({
  name: 'PoolCheck',
  tableName: 'pool_check',
  schema: 'admin',
  properties: {
    /** Of the check: a job of an earlier one finds nothing. */
    id: p.uuid().primary(),
    service_account_id: p.uuid().nullable(),
    proxy_id: p.uuid().nullable(),
    asked: p.datetime().defaultRaw('now()'),
    ended: p.datetime().nullable(),
    /** Set when it has ended. */
    outcome: p.text().$type<PoolCheckOutcome>().nullable(),
    message: p.text().default(''),
    limited_until: p.datetime().nullable(),
  },
});
