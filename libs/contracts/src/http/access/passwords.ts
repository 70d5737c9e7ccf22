import { z } from 'zod';
import { done } from '../../paging.ts';
import { defineRoute } from '../../route.ts';
import { BOT_CHECK_ERRORS, botToken } from './bot-check.ts';
import { MAX_PASSWORD_LENGTH } from './identity.ts';
import { linkCode } from './recovery.ts';

/** Fault codes of the fields `new_password`, `old_password` and `password` of a `password_refused`. */
export const PASSWORD_FAULTS = [
  'password_weak',
  'password_common',
  'password_of_context',
  'password_breached',
  'password_same',
  'password_wrong',
] as const;
export type PasswordFault = (typeof PASSWORD_FAULTS)[number];

export const changePassword = defineRoute({
  method: 'PATCH',
  path: '/api/password/',
  service: 'admin',
  access: 'public',
  sessionOnly: true,
  changesState: true,
  summary: 'Set a password, with the old one when signed in, otherwise with the code of a link',
  body: z
    .object({
      token: botToken,
      new_password: z.string().min(1).max(MAX_PASSWORD_LENGTH),
      old_password: z.string().min(1).max(MAX_PASSWORD_LENGTH).optional(),
      code: linkCode.optional(),
    })
    .refine((body) => (body.code === undefined) !== (body.old_password === undefined), {
      path: ['old_password'],
      message: 'old_password_or_code',
    }),
  answer: done,
  errors: ['password_refused', 'code_invalid', ...BOT_CHECK_ERRORS],
});
