import { z } from 'zod';
import { idParams } from '../../paging.ts';
import { defineRoute } from '../../route.ts';
import { eventRow } from './events.ts';

/** How long a person who asked for the values of an event sees them: long enough to revoke a key, short enough for a lunch break. */
export const REVEAL_MINUTES = 15;

export const revealEvent = defineRoute({
  method: 'POST',
  path: '/api/events/{id}/reveal/',
  service: 'events',
  access: 'user',
  // A leaked API token must not give what the events are about.
  sessionOnly: true,
  changesState: true,
  summary: `Show the values of an event unmasked, for ${REVEAL_MINUTES} minutes; recorded in the audit trail and in the activity of the event`,
  params: idParams,
  answer: eventRow.pick({ file_content: true, segments: true }).extend({ revealed_until: z.iso.datetime() }),
  errors: [],
});
