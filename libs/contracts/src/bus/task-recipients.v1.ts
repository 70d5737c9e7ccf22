import { z } from 'zod';
import { defineMessage } from './envelope.ts';

/** The recipients that a task has after a change. Admin asks those that are no accounts of the organisation to confirm. */
export const taskRecipientsV1 = defineMessage({
  topic: 'task-recipients.v1',
  keyOf: ({ organisation_id: organisation }) => organisation,
  schema: z.object({ organisation_id: z.uuid(), emails: z.array(z.string()) }),
});
export type TaskRecipients = z.output<typeof taskRecipientsV1.schema>;
