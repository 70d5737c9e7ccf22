import { defineEntity, p } from '@leakwatch/platform';
import type { StorageLevel } from '@leakwatch/vocabulary';

/** What the mirrors of an organisation take. */
export const StorageEntity = defineEntity({
  name: 'Storage',
  tableName: 'storage',
  schema: 'crawler',
  properties: {
    organisation_id: p.uuid().primary(),
    /** Rises with each change that is published. */
    version: p.integer().default(1),
    items: p.bigint('number').default(0),
    bytes: p.bigint('number').default(0),
  },
});

/** How full the storage of an organisation is, as admin says; one without a row is `free`. */
export const StorageLevelEntity = defineEntity({
  name: 'StorageLevel',
  tableName: 'storage_level',
  schema: 'crawler',
  properties: { organisation_id: p.uuid().primary(), version: p.integer(), level: p.text().$type<StorageLevel>() },
});
