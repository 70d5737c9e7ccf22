import { LOCALES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { MAX_LOGIN_LENGTH, MAX_PASSWORD_LENGTH } from './identity.ts';

export const createAccount = defineRoute({
  method: 'POST',
  path: '/api/control/accounts/',
  service: 'admin',
  access: 'staff',
  sessionOnly: true,
  changesState: true,
  summary: 'Create an account',
  body: z.object({
    email: z.email().toLowerCase().max(MAX_LOGIN_LENGTH),
    username: z
      .string()
      .min(1)
      .max(150)
      .regex(/^[\p{L}\p{N}@.+\-_]+$/u),
    first_name: z.string().max(150).default(''),
    last_name: z.string().max(150).default(''),
    /** Without one, the person sets a password with the link of the welcome mail. */
    default_password: z.string().min(9).max(MAX_PASSWORD_LENGTH).optional(),
    company: z.uuid().nullable().default(null),
    is_staff: z.boolean().default(false),
    locale: z.enum(LOCALES).default('ru'),
    /** The default password must be changed at the first sign-in. */
    change_password: z.boolean().default(false),
  }),
  answer: z.object({ id: z.uuid() }),
  errors: ['account_exists', 'organisation_not_found', 'password_weak'],
});

export const endAccountSessions = defineRoute({
  method: 'POST',
  path: '/api/control/accounts/end_sessions/',
  service: 'admin',
  access: 'staff',
  sessionOnly: true,
  changesState: true,
  summary: 'End all sessions and API tokens of an account, or of all accounts',
  body: z.union([z.strictObject({ email: z.email().toLowerCase().max(MAX_LOGIN_LENGTH) }), z.strictObject({ everyone: z.literal(true) })]),
  /** Number of accounts. */
  answer: z.object({ count: z.number().int() }),
  errors: ['account_not_found'],
});
