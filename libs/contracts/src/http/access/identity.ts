import { LOCALES, ROLES, SERVICE_STATES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { done } from '../../paging.ts';
import { defineRoute } from '../../route.ts';
import { BOT_CHECK_ERRORS, botToken } from './bot-check.ts';

/** Longer input is refused before it is hashed: argon2id over megabytes would stall the service. */
export const MAX_PASSWORD_LENGTH = 256;
export const MAX_LOGIN_LENGTH = 254;

export const settingsAnswer = z.object({
  user_id: z.uuid(),
  username: z.string(),
  roles: z.partialRecord(z.enum(ROLES), z.boolean()),
  is_staff: z.boolean(),
  locale: z.enum(LOCALES),
  intro: z.boolean(),
  organisation: z
    .object({
      id: z.uuid(),
      name: z.string(),
      logo: z.string().nullable(),
      /** Whether it is served now, by the database's clock. */
      service: z.enum(SERVICE_STATES),
    })
    .nullable(),
  counts: z.object({
    events: z.number().int(),
    tasks: z.number().int(),
    rules: z.number().int(),
    notifications: z.number().int(),
  }),
  /** Staff chose the password; the person must change it first. */
  change_password: z.boolean(),
  /** The setting SUPPORT_CONTACT; null when it is not set. */
  support_contact: z.string().nullable(),
  /**
   * Until when a member of staff works in the name of `organisation`; null otherwise. Roles, organisation and counts are those of its users
   * meanwhile.
   */
  acting_until: z.iso.datetime().nullable(),
});
export type SettingsAnswer = z.output<typeof settingsAnswer>;

export const getSettings = defineRoute({
  method: 'GET',
  path: '/api/settings/',
  service: 'gateway',
  access: 'user',
  changesState: false,
  summary: 'Get the signed-in account, with the counts of the badges',
  query: z.object({ intro: z.enum(['false']).optional() }),
  answer: settingsAnswer,
  errors: [],
});

export const login = defineRoute({
  method: 'POST',
  path: '/api/login/',
  service: 'admin',
  access: 'public',
  changesState: true,
  summary: 'Sign in with e-mail and password',
  body: z.object({
    login: z.string().trim().toLowerCase().min(1).max(MAX_LOGIN_LENGTH),
    password: z.string().min(1).max(MAX_PASSWORD_LENGTH),
    token: botToken,
  }),
  answer: z.object({ username: z.string(), user_id: z.uuid() }),
  errors: ['credentials_invalid', ...BOT_CHECK_ERRORS],
});

export const logout = defineRoute({
  method: 'GET',
  path: '/api/logout/',
  service: 'admin',
  access: 'pending',
  changesState: true,
  summary: 'End the session (same as POST)',
  answer: done,
  errors: [],
});

export const logoutPost = defineRoute({ ...logout, method: 'POST', summary: 'End the session' });

export const setLocale = defineRoute({
  method: 'POST',
  path: '/api/control/accounts/set_locale/',
  service: 'admin',
  access: 'user',
  acting: 'self',
  changesState: true,
  summary: 'Set the language of the account',
  body: z.object({ locale: z.enum(LOCALES) }),
  answer: done,
  errors: [],
});

/** The gateway calls it to compose the settings; not reachable from outside. */
export const internalIdentity = defineRoute({
  method: 'GET',
  path: '/internal/identity/',
  service: 'admin',
  access: 'service',
  changesState: false,
  summary: 'Get the caller as the console shows it',
  query: z.object({ intro: z.enum(['false']).optional() }),
  answer: settingsAnswer.omit({ counts: true, support_contact: true }).extend({ notifications: z.number().int() }),
  errors: [],
});
