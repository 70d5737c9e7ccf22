import {
  SERVICE_ACCOUNT_LINE_MAX,
  SERVICE_ACCOUNTS_MAX,
  SERVICE_LOGIN_MAX,
  SERVICE_PASSWORD_MAX,
  SERVICE_PHONE_MAX,
} from '@leakwatch/rules';
import {
  BLOCK_REASONS,
  PROXY_STATES,
  SERVICE_ACCOUNT_SOURCES,
  SERVICE_ACCOUNT_STATES,
  TELEGRAM_SIGN_IN_STAGES,
} from '@leakwatch/vocabulary';
import { z } from 'zod';
import { done, editVersion, idParams, page, pageQuery, seenVersion, sortBy } from '../../paging.ts';
import { defineRoute, LONG_ANSWER_MS, type Method } from '../../route.ts';
import { poolCheck } from './pool-checks.ts';

/** A service account as staff see it. Its password never leaves the service. */
export const serviceAccount = z.object({
  id: z.uuid(),
  /** Whom it serves alone; null: everybody. */
  company: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  source_type: z.enum(SERVICE_ACCOUNT_SOURCES),
  login: z.string(),
  has_password: z.boolean(),
  phone: z.string(),
  /** Whether another account of Telegram has the same telephone number: such ones were added before that was refused. */
  phone_shared: z.boolean(),
  /** Id of the proxy. */
  proxy: z.uuid().nullable(),
  /** `ip:port` of the proxy, with `socks5://` before it for a SOCKS5 proxy. */
  proxy_ext: z.string().nullable(),
  proxy_state: z.enum(PROXY_STATES).nullable(),
  proxy_err: z.string(),
  state: z.enum(SERVICE_ACCOUNT_STATES),
  block_reason: z.enum(BLOCK_REASONS).nullable(),
  err_msg: z.string(),
  /** The end of the source's rate limit, while the state is `limited`. */
  limited_until: z.iso.datetime().nullable(),
  reserved_for_discovery: z.boolean(),
  /** The task for which it is leased now. */
  task: z.uuid().nullable(),
  /** How far an account of Telegram is signed in; null where signing in has not begun, and for other sources. */
  telegram_stage: z.enum(TELEGRAM_SIGN_IN_STAGES).nullable(),
  created: z.iso.datetime(),
  last_used: z.iso.datetime().nullable(),
  /** null where none was asked for. */
  check: poolCheck.nullable(),
  version: editVersion,
});
export type ServiceAccount = z.output<typeof serviceAccount>;

const fields = {
  company: z.uuid().nullable(),
  login: z.string().trim().max(SERVICE_LOGIN_MAX),
  password: z.string().max(SERVICE_PASSWORD_MAX),
  /** `ip:port` of a proxy, with `socks5://` before it for a SOCKS5 proxy. One that is not in the list is added to it. Empty: none. */
  proxy_ext: z.string().trim().max(100),
  phone: z.string().trim().max(SERVICE_PHONE_MAX),
  reserved_for_discovery: z.boolean(),
};

// A password of the greatest length, escaped.
const BODY_BYTES = 64 * 1024;
const SAVE_ERRORS = [
  'service_account_invalid',
  'service_account_exists',
  'service_account_phone_exists',
  'organisation_not_found',
  'proxy_in_use',
  'proxy_of_other_company',
] as const;

/** Columns that the list can be sorted by. */
export const SERVICE_ACCOUNT_SORTS = ['login', 'last_used'] as const;

export const listServiceAccounts = defineRoute({
  method: 'GET',
  path: '/api/control/services/accounts/',
  service: 'admin',
  access: 'staff',
  changesState: false,
  summary: 'List service accounts, by source and login',
  query: pageQuery.extend({
    company: z.uuid().optional(),
    source_type: z.enum(SERVICE_ACCOUNT_SOURCES).optional(),
    sort: sortBy(SERVICE_ACCOUNT_SORTS),
  }),
  answer: page(serviceAccount),
  errors: [],
});

export const listFreeServiceAccounts = defineRoute({
  method: 'GET',
  path: '/api/control/services/accounts/free/',
  service: 'admin',
  access: 'staff',
  changesState: false,
  summary: 'List service accounts that are ready and belong to no company or task',
  query: pageQuery.extend({ source_type: z.enum(SERVICE_ACCOUNT_SOURCES).optional() }),
  answer: page(serviceAccount),
  errors: [],
});

export const getServiceAccount = defineRoute({
  method: 'GET',
  path: '/api/control/services/accounts/{id}/',
  service: 'admin',
  access: 'staff',
  changesState: false,
  summary: 'Get a service account',
  params: idParams,
  answer: serviceAccount,
  errors: [],
});

export const createServiceAccount = defineRoute({
  method: 'POST',
  path: '/api/control/services/accounts/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Add a service account, and its proxy when that is not in the list',
  body: z.object({
    source_type: z.enum(SERVICE_ACCOUNT_SOURCES),
    company: fields.company.default(null),
    login: fields.login.default(''),
    password: fields.password.default(''),
    proxy_ext: fields.proxy_ext.default(''),
    phone: fields.phone.default(''),
    reserved_for_discovery: fields.reserved_for_discovery.default(false),
  }),
  bodyBytes: BODY_BYTES,
  answer: serviceAccount,
  errors: SAVE_ERRORS,
});

export const createServiceAccounts = defineRoute({
  method: 'POST',
  path: '/api/control/services/accounts/many/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Add all service accounts of a list with their proxies, or none of them',
  body: z.object({
    source_type: z.enum(SERVICE_ACCOUNT_SOURCES),
    company: fields.company.default(null),
    reserved_for_discovery: fields.reserved_for_discovery.default(false),
    /** `login password`, then `ip:port` of the proxy and the telephone number; white space separates. Each entry may hold several lines. */
    accounts: z.array(z.string().max(SERVICE_ACCOUNT_LINE_MAX)).min(1).max(SERVICE_ACCOUNTS_MAX),
  }),
  // SERVICE_ACCOUNTS_MAX lines of the greatest length, with characters that JSON escapes.
  bodyBytes: 3 * 1024 * 1024,
  answer: z.object({ count: z.number().int().positive() }),
  /** Each names the line in its details; `fault` of an invalid line is a fault of the form of an account, or of the line. */
  errors: ['service_account_line_invalid', ...SAVE_ERRORS.filter((code) => code !== 'service_account_invalid')],
  answerMs: LONG_ANSWER_MS,
});

export const changeServiceAccount = defineRoute({
  method: 'PATCH',
  path: '/api/control/services/accounts/{id}/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Change a service account; without a password the stored one stays',
  params: idParams,
  body: z
    .object({ ...fields, source_type: z.enum(SERVICE_ACCOUNT_SOURCES) })
    .partial()
    .extend(seenVersion),
  bodyBytes: BODY_BYTES,
  answer: serviceAccount,
  errors: [...SAVE_ERRORS, 'changed_meanwhile'],
});

export const deleteServiceAccount = defineRoute({
  method: 'DELETE',
  path: '/api/control/services/accounts/{id}/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Delete a service account; a crawler that uses it loses it, and its proxy becomes free',
  params: idParams,
  answer: done,
  errors: [],
});

const SUMMARIES = {
  reset: 'Make a service account ready: its lease, limit, error and waiting code end',
  block: 'Block a service account; a crawler that uses it loses it',
  unblock: 'Make a blocked service account ready again',
  unlink: 'Take a service account from its company and task; taken from a company, it is blocked until staff unblock it',
} as const;

/** Three of these calls are GET in the API; the console uses their POST twins. */
const step = <M extends Method>(method: M, name: keyof typeof SUMMARIES) =>
  defineRoute({
    method,
    path: `/api/control/services/accounts/{id}/${name}/`,
    service: 'admin',
    access: 'staff',
    changesState: true,
    summary: SUMMARIES[name],
    params: idParams,
    answer: serviceAccount,
    errors: name === 'unlink' ? ['service_account_exists'] : [],
  });

export const resetServiceAccount = step('PATCH', 'reset');
export const blockServiceAccount = step('GET', 'block');
export const blockServiceAccountPost = step('POST', 'block');
export const unblockServiceAccount = step('GET', 'unblock');
export const unblockServiceAccountPost = step('POST', 'unblock');
export const unlinkServiceAccount = step('GET', 'unlink');
export const unlinkServiceAccountPost = step('POST', 'unlink');
