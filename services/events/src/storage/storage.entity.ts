import { defineEntity, p } from '@leakwatch/platform';

/** What the kept content of an organisation takes; `StorageChange` holds what is not yet added. */
export const StorageEntity = defineEntity({
  name: 'Storage',
  tableName: 'storage',
  schema: 'events',
  properties: {
    organisation_id: p.uuid().primary(),
    /** Rises with each change that is published. */
    version: p.integer().default(1),
    items: p.bigint('number'),
    bytes: p.bigint('number'),
  },
});

/** One change, written by the triggers of events.evidence. */
export const StorageChangeEntity = defineEntity({
  name: 'StorageChange',
  tableName: 'storage_change',
  schema: 'events',
  properties: {
    id: p.bigint('string').primary().autoincrement().columnType('bigint'),
    organisation_id: p.uuid(),
    items: p.bigint('number'),
    bytes: p.bigint('number'),
  },
});
