import { defineEntity, p } from '@leakwatch/platform';

/** The version of a keyword set whose keywords are stored; a deleted set keeps its row. */
export const KeywordSetEntity = defineEntity({
  name: 'KeywordSet',
  tableName: 'keyword_set',
  schema: 'tasks',
  properties: { id: p.uuid().primary(), version: p.integer() },
});

export const KeywordEntity = defineEntity({
  name: 'Keyword',
  tableName: 'keyword',
  schema: 'tasks',
  properties: { id: p.uuid().primary(), keyword_set_id: p.uuid(), name: p.text() },
});
