import { RECIPIENT_STATES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { done } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { linkCode } from './access/recovery.ts';

/** As many as a task may have recipients. */
const MAX_ADDRESSES = 1000;
/** The longest e-mail address (RFC 5321). */
const EMAIL_MAX = 254;

const email = z.string().trim().toLowerCase().min(1).max(EMAIL_MAX);
const states = z.array(
  z.object({
    email: z.string(),
    state: z.enum(RECIPIENT_STATES),
    /** When the last mail was requested; null for members, and where it was not yet. */
    asked: z.iso.datetime().nullable(),
  }),
);
const emails = z.array(email).max(MAX_ADDRESSES);
/** An address takes up to 257 bytes. */
const STATES_BYTES = 300 * 1024;

export const recipientStates = defineRoute({
  method: 'POST',
  path: '/api/recipients/states/',
  service: 'admin',
  access: 'user',
  changesState: false,
  summary: "Get the states of recipients of the caller's organisation: which of them have to confirm",
  body: z.object({ emails }),
  bodyBytes: STATES_BYTES,
  answer: z.object({ states }),
  errors: ['not_in_organisation'],
});

export const controlRecipientStates = defineRoute({
  method: 'POST',
  path: '/api/control/recipients/states/',
  service: 'admin',
  access: 'staff',
  changesState: false,
  summary: 'Get the states of recipients of any organisation',
  body: z.object({ organisation: z.uuid(), emails }),
  bodyBytes: STATES_BYTES,
  answer: z.object({ states }),
  errors: [],
});

export const askRecipient = defineRoute({
  method: 'POST',
  path: '/api/recipients/ask/',
  service: 'admin',
  access: 'user',
  changesState: true,
  summary: 'Send a recipient the mail with the link to confirm once more',
  body: z.object({ email }),
  answer: done,
  errors: ['not_in_organisation', 'recipient_not_found', 'recipient_settled'],
});

/** For the page of the link, which needs no sign-in. */
export const checkRecipientCode = defineRoute({
  method: 'POST',
  path: '/api/recipients/check/',
  service: 'admin',
  access: 'public',
  changesState: true,
  onlyAnswers: true,
  summary: 'Check the code of a link in a mail to a recipient',
  body: z.object({ code: linkCode }),
  answer: z.object({
    /** The name of the organisation that sends the mails: nothing else of it. */
    organisation: z.string(),
    /** Whether the recipient gets mails now. */
    wanted: z.boolean(),
  }),
  errors: ['code_invalid'],
});

export const answerRecipient = defineRoute({
  method: 'POST',
  path: '/api/recipients/answer/',
  service: 'admin',
  access: 'public',
  changesState: true,
  summary: 'Confirm a recipient, or stop the mails to it, with the code of a link',
  body: z.object({ code: linkCode, wanted: z.boolean() }),
  answer: done,
  errors: ['code_invalid'],
});

/** The events service calls it right before it sends a mail to a recipient of a task. */
export const internalRecipient = defineRoute({
  method: 'POST',
  path: '/internal/digests/recipient/',
  service: 'admin',
  access: 'service',
  changesState: true,
  summary: 'Find whether a recipient may get a mail now, and the code of the link that stops the mails',
  body: z.object({ organisation: z.uuid(), email: z.string() }),
  /** `code` is null for accounts of the organisation: they are recipients by decision of their organisation. */
  answer: z.object({ wanted: z.boolean(), code: z.string().nullable() }),
  errors: [],
});
