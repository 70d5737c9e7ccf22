import { defineEntity, p, type RowOf } from '@leakwatch/platform';

/** What a person wrote about an event. The name is the one that the author had then. */
export const CommentEntity = defineEntity({
  name: 'Comment',
  tableName: 'comment',
  schema: 'events',
  properties: {
    id: p.uuid().primary(),
    event_id: p.uuid(),
    organisation_id: p.uuid(),
    author_id: p.uuid(),
    author_name: p.text(),
    text: p.text(),
    /** Comments that one call added to several events. */
    batch: p.uuid().nullable(),
    created: p.datetime().defaultRaw('statement_timestamp()'),
    /** As `created` until somebody changes it. */
    updated: p.datetime().defaultRaw('statement_timestamp()'),
  },
});
export type StoredComment = RowOf<typeof CommentEntity>;
