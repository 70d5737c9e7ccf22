import { defineEntity, p } from '@leakwatch/platform';
import type { StorageLevel, StoragePart } from '@leakwatch/vocabulary';

/** What an organisation stores, as the service that keeps it says. */
export const StorageUseEntity = defineEntity({
  name: 'StorageUse',
  tableName: 'storage_use',
  schema: 'admin',
  properties: {
    organisation_id: p.uuid().primary(),
    part: p.text().$type<StoragePart>().primary(),
    version: p.integer(),
    items: p.bigint('number'),
    bytes: p.bigint('number'),
  },
});

/** How full the storage of an organisation is, as it was last published. */
export const StorageLevelEntity = defineEntity({
  name: 'StorageLevel',
  tableName: 'storage_level',
  schema: 'admin',
  properties: { organisation_id: p.uuid().primary(), version: p.integer().default(1), level: p.text().$type<StorageLevel>() },
});
