import { SOURCE_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { defineMessage } from './envelope.ts';

/** Whether an organisation has service accounts of its own for a source; `version` rises with each change. */
export const ownAccessV1 = defineMessage({
  topic: 'own-access.v1',
  keyOf: (access) => access.organisation_id,
  schema: z.object({
    organisation_id: z.uuid(),
    source_type: z.enum(SOURCE_TYPES),
    version: z.number().int(),
    owns: z.boolean(),
  }),
});
export type OwnAccess = z.output<typeof ownAccessV1.schema>;
