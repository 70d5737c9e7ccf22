import { defineEntity, p, type RowOf } from '@leakwatch/platform';
import type { BlockReason, ProxyType } from '@leakwatch/vocabulary';

/** A proxy through which crawlers ask sources. Its state follows from block, lease and the lease of its account. */
export const ProxyEntity = defineEntity({
  name: 'Proxy',
  tableName: 'proxy',
  schema: 'admin',
  properties: {
    id: p.uuid().primary(),
    /** Whose crawls it serves; null for everybody's. */
    organisation_id: p.uuid().nullable(),
    type: p.text().$type<ProxyType>(),
    ip_address: p.text(),
    port: p.integer(),
    login: p.text().default(''),
    /** Encrypted by the vault. */
    password: p.blob().nullable(),
    reserved_for_discovery: p.boolean().default(false),
    /** Set while it is blocked. */
    block_reason: p.text().$type<BlockReason>().nullable(),
    err_msg: p.text().default(''),
    /** Failures in a row. */
    failures_count: p.integer().default(0),
    last_check: p.datetime().nullable(),
    /** It failed, and is not used before this time. */
    cooling_until: p.datetime().nullable(),
    /** Rises with each lease, and when staff end one. */
    lease_epoch: p.bigint('string').default('0'),
    leased_until: p.datetime().nullable(),
    last_used: p.datetime().nullable(),
    /** For which it is leased. */
    task_id: p.uuid().nullable(),
    created: p.datetime().defaultRaw('now()'),
    /** Rises with each change of what staff edit, by a trigger. */
    edit_version: p.integer().default(1),
  },
});
export type ProxyRow = RowOf<typeof ProxyEntity>;
