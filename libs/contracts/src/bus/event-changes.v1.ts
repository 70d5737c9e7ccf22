import { EVENT_STATUSES, SOURCE_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { defineMessage } from './envelope.ts';

/** An event was created (`from` null) or its status changed. Consumers count each `change_id` once. */
export const eventChangesV1 = defineMessage({
  topic: 'event-changes.v1',
  keyOf: (change) => `${change.organisation_id}:${change.event_id}`,
  schema: z.object({
    change_id: z.uuid(),
    event_id: z.uuid(),
    organisation_id: z.uuid(),
    task_id: z.uuid(),
    source_type: z.enum(SOURCE_TYPES),
    pattern: z.string(),
    created: z.iso.datetime(),
    from: z.enum(EVENT_STATUSES).nullable(),
    to: z.enum(EVENT_STATUSES),
    at: z.iso.datetime(),
  }),
});
export type EventChange = z.output<typeof eventChangesV1.schema>;
