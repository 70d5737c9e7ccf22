import { defineEntity, p, type RowOf } from '@leakwatch/platform';
import type { BlockReason, ServiceAccountSource } from '@leakwatch/vocabulary';

/** Credentials with which crawlers ask one source. Its state follows from block, waiting code, lease and limit. */
export const ServiceAccountEntity = defineEntity({
  name: 'ServiceAccount',
  tableName: 'service_account',
  schema: 'admin',
  properties: {
    id: p.uuid().primary(),
    /** Whom it serves alone; null for everybody. */
    organisation_id: p.uuid().nullable(),
    source_type: p.text().$type<ServiceAccountSource>(),
    login: p.text().default(''),
    /** Password or token, encrypted by the vault. */
    password: p.blob().nullable(),
    phone: p.text().default(''),
    proxy_id: p.uuid().nullable(),
    reserved_for_discovery: p.boolean().default(false),
    /** Set while it is blocked. */
    block_reason: p.text().$type<BlockReason>().nullable(),
    err_msg: p.text().default(''),
    /** Telegram sent a code that staff must enter. */
    wait_code: p.boolean().default(false),
    /** The source allows it no request before this time. */
    limited_until: p.datetime().nullable(),
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
export type ServiceAccountRow = RowOf<typeof ServiceAccountEntity>;
