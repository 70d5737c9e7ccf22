import { defineEntity, p } from '@leakwatch/platform';

/** A bare copy of a repository: one for each address and credential scope. */
export const MirrorEntity = defineEntity({
  name: 'Mirror',
  tableName: 'mirror',
  schema: 'crawler',
  properties: {
    id: p.uuid().primary(),
    /** null for a public repository, which is fetched without credentials. */
    organisation_id: p.uuid().nullable(),
    address: p.text(),
    credential_scope: p.text(),
    leased_by: p.uuid().nullable(),
    /** Raised by each lease; a worker with an older one may no longer write. */
    lease_epoch: p.bigint('string').default('0'),
    leased_until: p.datetime().nullable(),
    fetched_at: p.datetime().nullable(),
    /** Object ids of the tips whose blobs are all in the ledger. */
    listed_tips: p.array().$type<string[]>(),
    error_code: p.text().nullable(),
  },
});
