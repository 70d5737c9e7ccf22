import { ACCOUNT_NAME_MAX, ACCOUNT_USERNAME, ACCOUNT_USERNAME_MAX } from '@leakwatch/rules';
import { LOCALES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { nameOrNone } from '../../name.ts';
import { done, editVersion, idParams, page, pageQuery, seenVersion, sortBy } from '../../paging.ts';
import { defineRoute } from '../../route.ts';
import { MAX_LOGIN_LENGTH, MAX_PASSWORD_LENGTH } from '../access/identity.ts';

const email = z.email().toLowerCase().max(MAX_LOGIN_LENGTH);
const fields = {
  email,
  username: z.string().min(1).max(ACCOUNT_USERNAME_MAX).regex(ACCOUNT_USERNAME),
  first_name: nameOrNone(ACCOUNT_NAME_MAX),
  last_name: nameOrNone(ACCOUNT_NAME_MAX),
  company: z.uuid().nullable(),
  is_staff: z.boolean(),
  locale: z.enum(LOCALES),
  /** The default password must be changed at the first sign-in. */
  change_password: z.boolean(),
};
const defaultPassword = z.string().min(9).max(MAX_PASSWORD_LENGTH).optional();

export const createAccount = defineRoute({
  method: 'POST',
  path: '/api/control/accounts/',
  service: 'admin',
  access: 'staff',
  sessionOnly: true,
  changesState: true,
  summary: 'Create an account',
  body: z.object({
    ...fields,
    first_name: fields.first_name.default(''),
    last_name: fields.last_name.default(''),
    /** Without one, the person sets a password with the link of the welcome mail. */
    default_password: defaultPassword,
    company: fields.company.default(null),
    is_staff: fields.is_staff.default(false),
    locale: fields.locale.default('ru'),
    change_password: fields.change_password.default(false),
  }),
  answer: z.object({ id: z.uuid() }),
  errors: ['account_exists', 'organisation_not_found', 'password_weak'],
});

/** An account as staff see it. */
const staffAccount = z.object({
  id: z.uuid(),
  email: z.string(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  company: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  is_staff: z.boolean(),
  is_active: z.boolean(),
  change_password: z.boolean(),
  /** Whether a second factor is active. */
  has_2fa: z.boolean(),
  locale: z.enum(LOCALES),
  created: z.iso.datetime(),
  version: editVersion,
});
export type StaffAccount = z.output<typeof staffAccount>;

/** The fields in which staff search. */
/** Columns that the list can be sorted by. */
export const ACCOUNT_SORTS = ['email', 'username', 'created'] as const;
export const ACCOUNT_SEARCH_FIELDS = ['email', 'username', 'first_name', 'last_name'] as const;
export type AccountSearchField = (typeof ACCOUNT_SEARCH_FIELDS)[number];
/** A part of the field, in any letter case. */
const part = z.string().trim().max(MAX_LOGIN_LENGTH).optional();

export const listAccounts = defineRoute({
  method: 'GET',
  path: '/api/control/accounts/',
  service: 'admin',
  access: 'staff',
  changesState: false,
  summary: 'List accounts by e-mail',
  query: pageQuery.extend({
    company: z.uuid().optional(),
    email: part,
    username: part,
    first_name: part,
    last_name: part,
    sort: sortBy(ACCOUNT_SORTS),
  }),
  answer: page(staffAccount),
  errors: [],
});

export const getAccount = defineRoute({
  method: 'GET',
  path: '/api/control/accounts/{id}/',
  service: 'admin',
  access: 'staff',
  changesState: false,
  summary: 'Get an account',
  params: idParams,
  answer: staffAccount,
  errors: [],
});

export const changeAccount = defineRoute({
  method: 'PATCH',
  path: '/api/control/accounts/{id}/',
  service: 'admin',
  access: 'staff',
  sessionOnly: true,
  changesState: true,
  summary: 'Change the named fields of an account',
  params: idParams,
  body: z
    .object({ ...fields, is_active: z.boolean() })
    .partial()
    .extend({ default_password: defaultPassword, ...seenVersion }),
  answer: done,
  errors: ['account_exists', 'account_own', 'organisation_not_found', 'password_weak', 'changed_meanwhile'],
});

export const deleteAccount = defineRoute({
  method: 'DELETE',
  path: '/api/control/accounts/{id}/',
  service: 'admin',
  access: 'staff',
  sessionOnly: true,
  changesState: true,
  summary: 'Delete an account with its sessions, tokens and second factor',
  params: idParams,
  answer: done,
  errors: ['account_own'],
});

const linkState = z.object({
  /** When the last mail with a link was requested; null for none. */
  recovery_hash_created: z.iso.datetime().nullable(),
  /** Seconds until the next one may be sent. */
  next_sending_after: z.number().int().nonnegative(),
});
/** The mail is in the account's language; `locale` is accepted and ignored. */
const linkBody = z.object({ email, locale: z.enum(LOCALES).optional() });
const linkRoute = {
  method: 'POST',
  service: 'admin',
  access: 'staff',
  sessionOnly: true,
  changesState: true,
  body: linkBody,
  answer: linkState,
  errors: ['account_not_found'],
} as const;

export const sendRecoveryLink = defineRoute({
  ...linkRoute,
  path: '/api/control/accounts/send_recovery_link/',
  summary: 'Send an account a link to set a new password',
});
export const sendWelcomeLink = defineRoute({
  ...linkRoute,
  path: '/api/control/accounts/send_welcome_link/',
  summary: 'Send an account the welcome mail with a link to set its first password',
});
export const checkRecoveryLink = defineRoute({
  ...linkRoute,
  changesState: false,
  path: '/api/control/accounts/check_recovery_link/',
  summary: 'Get when an account was sent a link, and when the next one may be sent',
  errors: ['account_not_found'],
});

export const endAccountSessions = defineRoute({
  method: 'POST',
  path: '/api/control/accounts/end_sessions/',
  service: 'admin',
  access: 'staff',
  sessionOnly: true,
  changesState: true,
  summary: 'End all sessions and API tokens of an account, or of all accounts',
  body: z.union([z.strictObject({ email }), z.strictObject({ everyone: z.literal(true) })]),
  /** Number of accounts. */
  answer: z.object({ count: z.number().int() }),
  errors: ['account_not_found'],
});
