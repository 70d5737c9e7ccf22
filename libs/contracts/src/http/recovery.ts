import { LOCALES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { done } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { BOT_CHECK_ERRORS, botToken } from './bot-check.ts';
import { MAX_LOGIN_LENGTH } from './identity.ts';

/** What a link with a code is for. */
export const LINK_PURPOSES = ['recovery', 'welcome'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** Codes are 43 characters; anything much longer is none. */
export const linkCode = z.string().min(1).max(128);

export const askRecovery = defineRoute({
  method: 'POST',
  path: '/api/recovery/',
  service: 'admin',
  access: 'public',
  changesState: true,
  summary: 'Ask for a link to set a new password; answers alike whether the account exists',
  body: z.object({
    // Trimmed before it is looked at, as at the sign-in: what is pasted often ends with a space.
    email: z.string().trim().toLowerCase().max(MAX_LOGIN_LENGTH).check(z.email()),
    token: botToken,
    /** As the documents send it. The mail is in the account's own language. */
    locale: z.enum(LOCALES).optional(),
  }),
  answer: done,
  errors: [...BOT_CHECK_ERRORS],
});

export const checkLinkCode = defineRoute({
  method: 'POST',
  path: '/api/password/check_code/',
  service: 'admin',
  access: 'public',
  changesState: true,
  summary: 'Whether the code of a link may still be used; does not use it up',
  body: z.object({ code: linkCode }),
  answer: z.object({ purpose: z.enum(LINK_PURPOSES), email: z.string() }),
  errors: ['code_invalid'],
});
