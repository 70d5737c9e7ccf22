import { z } from 'zod';
import { defineRoute, LONG_ANSWER_MS } from '../../route.ts';
import { COMMENT_BYTES, commentText } from './comments.ts';
import { CHOSEN_EVENTS_BYTES, choosesOnce, chosenEvents } from './status-changes.ts';

export const commentOnMany = defineRoute({
  method: 'POST',
  path: '/api/events/comment/',
  service: 'events',
  access: 'user',
  changesState: true,
  summary: 'Add the same comment to several events, or to all that match filters, in one transaction',
  body: z.strictObject({ ...chosenEvents, text: commentText }).refine(choosesOnce, { path: ['events'], message: 'events_or_filters' }),
  bodyBytes: CHOSEN_EVENTS_BYTES + COMMENT_BYTES,
  answer: z.object({
    added: z.number().int(),
    /** The id with which `undo_status` deletes the comments again, for a minute. */
    batch: z.uuid(),
    /** `comments_limit_reached`: the event has COMMENTS_MAX comments. */
    skipped: z.array(z.object({ id: z.uuid(), reason: z.enum(['not_found', 'not_allowed', 'comments_limit_reached']) })),
  }),
  answerMs: LONG_ANSWER_MS,
  errors: ['comment_empty', 'comment_too_long', 'events_max'],
});
