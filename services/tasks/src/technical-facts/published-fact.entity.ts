import { defineEntity, p } from '@leakwatch/platform';

/** A technical fact whose begin was published and whose end was not. */
export const PublishedFactEntity = defineEntity({
  name: 'PublishedFact',
  tableName: 'published_fact',
  schema: 'tasks',
  properties: { organisation_id: p.uuid().primary(), cause: p.text().primary(), since: p.datetime().defaultRaw('now()') },
});
