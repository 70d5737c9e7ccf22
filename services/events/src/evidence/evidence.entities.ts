import { defineEntity, p, type RowOf } from '@leakwatch/platform';

/** Content of a document, once for each organisation; its object is in the store while the row is here. */
export const EvidenceEntity = defineEntity({
  name: 'Evidence',
  tableName: 'evidence',
  schema: 'events',
  properties: {
    organisation_id: p.uuid().primary(),
    hash: p.text().primary(),
    object_id: p.uuid(),
    /** Of the document, and of what is kept. */
    bytes: p.integer(),
    kept_bytes: p.integer(),
    /** Version of the sealing key of the object. */
    key_version: p.integer().default(1),
    /** Where a part of a larger document is kept, the byte of its text with which the part begins; else null. */
    part_start: p.integer().nullable(),
    first_line: p.integer(),
    /** When and where it was first found. */
    captured_at: p.datetime(),
    address: p.text(),
    /** When it was last found. */
    kept_at: p.datetime().defaultRaw('now()'),
  },
});
export type Evidence = RowOf<typeof EvidenceEntity>;

/** Content to which perhaps no event refers any more. */
export const EvidenceReviewEntity = defineEntity({
  name: 'EvidenceReview',
  tableName: 'evidence_review',
  schema: 'events',
  properties: { organisation_id: p.uuid().primary(), hash: p.text().primary() },
});

/** An object that will be deleted at `due`. */
export const ObjectDeletionEntity = defineEntity({
  name: 'ObjectDeletion',
  tableName: 'object_deletion',
  schema: 'events',
  properties: { object_key: p.text().primary(), due: p.datetime() },
});
