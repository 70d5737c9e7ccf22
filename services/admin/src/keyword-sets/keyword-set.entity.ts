import { defineEntity, p } from '@leakwatch/platform';

/** Keywords that staff maintain for all organisations. */
export const KeywordSetEntity = defineEntity({
  name: 'KeywordSet',
  tableName: 'keyword_set',
  schema: 'admin',
  properties: {
    id: p.uuid().primary(),
    /** Other services ignore a message with an older version. */
    version: p.integer().default(1),
    name: p.text(),
    created: p.datetime().defaultRaw('now()'),
  },
});

export const KeywordEntity = defineEntity({
  name: 'Keyword',
  tableName: 'keyword',
  schema: 'admin',
  properties: { id: p.uuid().primary(), keyword_set_id: p.uuid(), position: p.integer(), name: p.text() },
});
