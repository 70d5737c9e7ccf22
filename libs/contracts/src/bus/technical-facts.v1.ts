import { SOURCE_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { defineMessage } from './envelope.ts';

const use = z.object({ used: z.number().int(), limit: z.number().int() });

/**
 * A condition began or ended of which the organisation is notified. `cause` identifies it: it is published once while it
 * lasts, however many launches it affects.
 */
export const technicalFactsV1 = defineMessage({
  topic: 'technical-facts.v1',
  keyOf: (fact) => fact.organisation_id,
  schema: z.object({
    organisation_id: z.uuid(),
    cause: z.string().max(200),
    state: z.enum(['begun', 'over']),
    kind: z.enum(['session_ended', 'source_failing', 'source_silent', 'source_waiting', 'repository_error', 'limits_lowered']),
    at: z.iso.datetime(),
    task: z.string().nullable(),
    source_type: z.enum(SOURCE_TYPES).nullable(),
    /** The repository's title; never its address, which may hold credentials. */
    repository: z.string().nullable(),
    error_code: z.string().nullable(),
    /** Of `limits_lowered`: what is used of each limit that is exceeded now; null for the others. */
    exceeded: z.object({ tasks: use.nullable(), patterns: use.nullable(), launches: use.nullable() }).optional(),
  }),
});
export type TechnicalFact = z.output<typeof technicalFactsV1.schema>;
