import { z } from 'zod';
import { done, idParams } from '../../paging.ts';
import { defineRoute } from '../../route.ts';
import { MAX_PASSWORD_LENGTH } from './identity.ts';
import { company, companyWithUse } from '../staff/organisations.ts';

const profile = z.object({
  id: z.uuid(),
  email: z.string(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  is_staff: z.boolean(),
  is_active: z.boolean(),
  has_2fa: z.boolean(),
  change_password: z.boolean(),
  created: z.iso.datetime(),
  /** null until the owner set a password. */
  password_changed: z.iso.datetime().nullable(),
  company: company.nullable(),
});

export const getProfile = defineRoute({
  method: 'GET',
  path: '/api/profile/',
  service: 'gateway',
  access: 'user',
  acting: 'self',
  changesState: false,
  summary: 'Get the caller with the organisation and its tariff',
  answer: profile.extend({ company: companyWithUse.nullable() }),
  errors: [],
});

export const internalProfile = defineRoute({
  method: 'GET',
  path: '/internal/profile/',
  service: 'admin',
  access: 'service',
  changesState: false,
  summary: 'Get the caller with the organisation and its tariff',
  answer: profile,
  errors: [],
});

export const ownSession = z.object({
  id: z.uuid(),
  current: z.boolean(),
  address: z.string(),
  user_agent: z.string(),
  created: z.iso.datetime(),
  last_active: z.iso.datetime(),
});
export type OwnSession = z.output<typeof ownSession>;

export const listSessions = defineRoute({
  method: 'GET',
  path: '/api/profile/sessions/',
  service: 'admin',
  access: 'user',
  acting: 'self',
  sessionOnly: true,
  changesState: false,
  summary: "List the caller's sessions, the current one first, then by last activity",
  answer: z.array(ownSession),
  errors: [],
});

/** Ending sessions needs the password: whoever finds an open browser must not sign the owner out elsewhere. */
const again = z.object({ password: z.string().min(1).max(MAX_PASSWORD_LENGTH) });

export const endOtherSessions = defineRoute({
  method: 'POST',
  path: '/api/profile/sessions/end_others/',
  service: 'admin',
  access: 'user',
  acting: 'self',
  sessionOnly: true,
  changesState: true,
  summary: 'End all other sessions of the caller; needs the password',
  body: again,
  answer: done,
  errors: ['password_refused'],
});

export const endSession = defineRoute({
  method: 'POST',
  path: '/api/profile/sessions/{id}/end/',
  service: 'admin',
  access: 'user',
  acting: 'self',
  sessionOnly: true,
  changesState: true,
  summary: "End one of the caller's sessions; needs the password",
  params: idParams,
  body: again,
  answer: done,
  errors: ['password_refused'],
});
