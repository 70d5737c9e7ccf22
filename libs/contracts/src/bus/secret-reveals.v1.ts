import { z } from 'zod';
import { defineMessage } from './envelope.ts';

/** What of an event a person asked to see unmasked: its values in the console, or the bytes as they were captured. */
export const REVEALED = ['values', 'original'] as const;
export type Revealed = (typeof REVEALED)[number];

/** A person saw the secrets of an event: for the audit trail. It holds no value. */
export const secretRevealsV1 = defineMessage({
  topic: 'secret-reveals.v1',
  keyOf: (reveal) => reveal.organisation_id,
  schema: z.object({
    event_id: z.uuid(),
    /** The organisation of the event. */
    organisation_id: z.uuid(),
    account_id: z.uuid(),
    staff: z.boolean(),
    revealed: z.enum(REVEALED),
    address: z.string(),
    user_agent: z.string(),
  }),
});
export type SecretReveal = z.output<typeof secretRevealsV1.schema>;
