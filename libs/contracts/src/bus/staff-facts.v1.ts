import { SOURCE_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { defineMessage } from './envelope.ts';

/** A condition of the installation began or ended of which staff are notified; published once for each begin and end. */
export const staffFactsV1 = defineMessage({
  topic: 'staff-facts.v1',
  keyOf: (fact) => fact.cause,
  schema: z.object({
    cause: z.string().max(200),
    state: z.enum(['begun', 'over']),
    kind: z.enum(['sources_silent']),
    /** Since when. */
    at: z.iso.datetime(),
    source_type: z.enum(SOURCE_TYPES),
  }),
});
export type StaffFact = z.output<typeof staffFactsV1.schema>;
