import { defineEntity, p } from '@leakwatch/platform';

/** A row of the ledger: a blob that a mirror has or had, numbered in the order in which it was first seen. */
export const BlobEntity = defineEntity({
  name: 'Blob',
  tableName: 'blob',
  schema: 'crawler',
  properties: {
    mirror_id: p.uuid().primary(),
    oid: p.blob().primary(),
    /** Empty for the first introduction; else another file name under which the blob was introduced later. */
    name: p.text().primary().default(''),
    ordinal: p.bigint('string'),
    organisation_id: p.uuid().nullable(),
    path: p.text(),
    commit_id: p.text().nullable(),
    author: p.text().nullable(),
    committed_at: p.datetime().nullable(),
    /** Why the blob could not be read. */
    unread: p.text().nullable(),
    /** How often the processes that read the blob were ended; null where a version wrote the reason that did not count. */
    interruptions: p.integer().nullable(),
    /** When a blob that is `interrupted` is due to be read again. */
    read_again_at: p.datetime().nullable(),
  },
});
