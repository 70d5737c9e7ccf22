import { isIpv4, PROXIES_MAX, PROXY_LOGIN_MAX, PROXY_PASSWORD_MAX } from '@leakwatch/rules';
import { BLOCK_REASONS, PROXY_STATES, PROXY_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { done, editVersion, idParams, page, pageQuery, seenVersion, sortBy } from '../../paging.ts';
import { queryNumber } from '../../query-number.ts';
import { defineRoute, type Method } from '../../route.ts';
import { poolCheck } from './pool-checks.ts';

const company = z.object({ id: z.uuid(), name: z.string() });

/** A proxy as staff see it. Its password never leaves the service. */
export const proxy = z.object({
  id: z.uuid(),
  /** Whose crawls it serves; null: everybody's. */
  company: company.nullable(),
  type: z.enum(PROXY_TYPES),
  ip_address: z.string(),
  port: z.number().int(),
  login: z.string(),
  has_password: z.boolean(),
  reserved_for_discovery: z.boolean(),
  state: z.enum(PROXY_STATES),
  block_reason: z.enum(BLOCK_REASONS).nullable(),
  err_msg: z.string(),
  /** When a crawler last used or tried it. */
  last_check: z.iso.datetime().nullable(),
  /** Failures in a row. */
  failures_count: z.number().int().nonnegative(),
  /** The service account that it belongs to. */
  account: z.uuid().nullable(),
  /** The task for which it is leased now. */
  task: z.uuid().nullable(),
  /** null where none was asked for. */
  check: poolCheck.nullable(),
  version: editVersion,
});
export type Proxy = z.output<typeof proxy>;

const ipAddress = z.string().trim().refine(isIpv4, 'address_malformed');
const port = queryNumber(1, 65_535);
const login = z.string().trim().max(PROXY_LOGIN_MAX);
const password = z.string().max(PROXY_PASSWORD_MAX);

/** Columns that the list can be sorted by. */
export const PROXY_SORTS = ['address', 'last_check'] as const;

export const listProxies = defineRoute({
  method: 'GET',
  path: '/api/control/proxies/',
  service: 'admin',
  access: 'staff',
  changesState: false,
  summary: 'List proxies, by address',
  query: pageQuery.extend({ company: z.uuid().optional(), state: z.enum(PROXY_STATES).optional(), sort: sortBy(PROXY_SORTS) }),
  answer: page(proxy),
  errors: [],
});

export const listFreeProxies = defineRoute({
  method: 'GET',
  path: '/api/control/proxies/free/',
  service: 'admin',
  access: 'staff',
  changesState: false,
  summary: 'List proxies that are ready and belong to no company, service account or task',
  query: pageQuery,
  answer: page(proxy),
  errors: [],
});

export const getProxy = defineRoute({
  method: 'GET',
  path: '/api/control/proxies/{id}/',
  service: 'admin',
  access: 'staff',
  changesState: false,
  summary: 'Get a proxy',
  params: idParams,
  answer: proxy,
  errors: [],
});

export const createProxy = defineRoute({
  method: 'POST',
  path: '/api/control/proxies/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Add a proxy',
  body: z.object({
    company: z.uuid().nullable().default(null),
    type: z.enum(PROXY_TYPES).default('http'),
    ip_address: ipAddress,
    port,
    login: login.default(''),
    password: password.default(''),
    reserved_for_discovery: z.boolean().default(false),
  }),
  answer: proxy,
  errors: ['proxy_exists', 'organisation_not_found'],
});

/** An entry with the longest login and password, and the scheme. */
const ENTRY_MAX = PROXY_LOGIN_MAX + PROXY_PASSWORD_MAX + 40;

export const createProxies = defineRoute({
  method: 'POST',
  path: '/api/control/proxies/many/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Add all proxies of a list, or none of them',
  body: z.object({
    company: z.uuid().nullable().default(null),
    /** `ip:port:login:password`, with `socks5://` before it for a SOCKS5 proxy. */
    proxies: z.array(z.string().max(ENTRY_MAX)).min(1).max(PROXIES_MAX),
    reserved_for_discovery: z.boolean().default(false),
  }),
  // PROXIES_MAX entries of the greatest length.
  bodyBytes: 6 * 1024 * 1024,
  answer: z.object({ count: z.number().int().positive() }),
  errors: ['proxy_entry_malformed', 'proxies_exist', 'organisation_not_found'],
});

export const changeProxy = defineRoute({
  method: 'PATCH',
  path: '/api/control/proxies/{id}/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Change a proxy; without a password the stored one stays',
  params: idParams,
  body: z
    .object({
      company: z.uuid().nullable(),
      type: z.enum(PROXY_TYPES),
      ip_address: ipAddress,
      port,
      login,
      password,
      reserved_for_discovery: z.boolean(),
    })
    .partial()
    .extend(seenVersion),
  answer: proxy,
  errors: ['proxy_exists', 'proxy_of_other_company', 'organisation_not_found', 'changed_meanwhile'],
});

export const deleteProxy = defineRoute({
  method: 'DELETE',
  path: '/api/control/proxies/{id}/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Delete a proxy that no service account uses',
  params: idParams,
  answer: done,
  errors: ['proxy_in_use'],
});

export const deleteProxies = defineRoute({
  method: 'POST',
  path: '/api/control/proxies/delete/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Delete the proxies of a company, in a state, or both, that no service account uses',
  body: z
    .object({ company: z.uuid(), state: z.enum(PROXY_STATES) })
    .partial()
    .refine(({ company: of, state }) => of !== undefined || state !== undefined, 'filter_missing'),
  answer: z.object({ count: z.number().int().nonnegative() }),
  errors: [],
});

const SUMMARIES = {
  block: 'Block a proxy; a crawler that uses it loses it',
  unblock: 'Make a blocked proxy ready again',
  unlink: 'Take a proxy from its company and task',
} as const;

/** These calls are GET in the API; the console uses their POST twins. */
const step = <M extends Method>(method: M, name: keyof typeof SUMMARIES) =>
  defineRoute({
    method,
    path: `/api/control/proxies/{id}/${name}/`,
    service: 'admin',
    access: 'staff',
    changesState: true,
    summary: SUMMARIES[name],
    params: idParams,
    answer: proxy,
    errors: [],
  });

export const blockProxy = step('GET', 'block');
export const blockProxyPost = step('POST', 'block');
export const unblockProxy = step('GET', 'unblock');
export const unblockProxyPost = step('POST', 'unblock');
export const unlinkProxy = step('GET', 'unlink');
export const unlinkProxyPost = step('POST', 'unlink');
