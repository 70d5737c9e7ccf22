import { STORAGE_LEVELS, STORAGE_PARTS } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { defineMessage } from './envelope.ts';

/** What a part of an organisation's storage takes now, from the service that keeps it; `version` rises with each change. */
export const storageUseV1 = defineMessage({
  topic: 'storage-use.v1',
  keyOf: (use) => use.organisation_id,
  schema: z.object({
    organisation_id: z.uuid(),
    part: z.enum(STORAGE_PARTS),
    version: z.number().int(),
    /** Mirrors, or documents. */
    items: z.number().int().nonnegative(),
    bytes: z.number().int().nonnegative(),
  }),
});
export type StorageUse = z.output<typeof storageUseV1.schema>;

/** How full an organisation's storage is, by its quota; `version` rises with each change. An organisation without any is `free`. */
export const storageLevelsV1 = defineMessage({
  topic: 'storage-levels.v1',
  keyOf: (change) => change.organisation_id,
  schema: z.object({ organisation_id: z.uuid(), version: z.number().int(), level: z.enum(STORAGE_LEVELS) }),
});
export type StorageLevelChange = z.output<typeof storageLevelsV1.schema>;
