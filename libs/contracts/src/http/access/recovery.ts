import { LOCALES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { done } from '../../paging.ts';
import { defineRoute } from '../../route.ts';
import { BOT_CHECK_ERRORS, botToken } from './bot-check.ts';
import { MAX_LOGIN_LENGTH } from './identity.ts';

/** The purpose of a link with a code. */
export const LINK_PURPOSES = ['recovery', 'welcome'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** Codes have 43 characters. */
export const linkCode = z.string().min(1).max(128);

export const askRecovery = defineRoute({
  method: 'POST',
  path: '/api/recovery/',
  service: 'admin',
  access: 'public',
  changesState: true,
  summary: 'Request a link to set a new password; the answer is the same whether the account exists or not',
  body: z.object({
    // Trimmed, as at the sign-in, because pasted text often ends with a space.
    email: z.string().trim().toLowerCase().max(MAX_LOGIN_LENGTH).check(z.email()),
    token: botToken,
    /** Accepted and ignored: the mail is in the account's language. */
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
  onlyAnswers: true,
  summary: 'Check whether the code of a link is valid; the code stays valid',
  body: z.object({ code: linkCode }),
  answer: z.object({ purpose: z.enum(LINK_PURPOSES), email: z.string() }),
  errors: ['code_invalid'],
});
