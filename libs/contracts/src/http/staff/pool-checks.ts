import { POOL_CHECK_OUTCOMES, POOL_CHECK_STATES, SERVICE_ACCOUNT_SOURCES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { done } from '../../paging.ts';
import { defineRoute } from '../../route.ts';
import { LIMITED_SECONDS_MAX, leasedAccess, REPORT_TEXT_MAX } from './leases-internal.ts';

/** The last check of a service account or a proxy. */
export const poolCheck = z.object({
  state: z.enum(POOL_CHECK_STATES),
  asked: z.iso.datetime(),
  ended: z.iso.datetime().nullable(),
  /** What the source or the proxy said; empty where it works. */
  message: z.string(),
  /** Of an account that is limited: until when. */
  limited_until: z.iso.datetime().nullable(),
});
export type PoolCheck = z.output<typeof poolCheck>;

/** A page of the console. */
const CHECKED_AT_ONCE_MAX = 100;
const checkBody = z.object({ ids: z.array(z.uuid()).min(1).max(CHECKED_AT_ONCE_MAX) });
const common = {
  method: 'POST',
  service: 'admin',
  access: 'staff',
  changesState: true,
  body: checkBody,
  /** How many checks were asked for: none for what waits for one or had one within half a minute, nor for an account of Telegram. */
  answer: z.object({ asked: z.number().int() }),
} as const;

export const checkServiceAccounts = defineRoute({
  ...common,
  path: '/api/control/services/accounts/check/',
  summary: 'Let crawlers try service accounts with one request each; `check` of an account says how it ended',
  errors: [],
});

export const checkProxies = defineRoute({
  ...common,
  path: '/api/control/proxies/check/',
  summary: 'Let crawlers try whether proxies connect to their source; `check` of a proxy says how it ended',
  errors: [],
});

/**
 * over: the check has ended or was asked too long ago; busy: a crawler uses the account; no_proxy: its source needs one. The account is null
 * where a proxy is checked, whether or not it belongs to one.
 */
const begun = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('over') }),
  z.object({ kind: z.literal('busy') }),
  z.object({ kind: z.literal('no_proxy') }),
  /** `source` is null for a proxy without an account. */
  z.object({ kind: z.literal('leased'), source: z.enum(SERVICE_ACCOUNT_SOURCES).nullable(), access: leasedAccess }),
]);

export const internalBeginCheck = defineRoute({
  method: 'POST',
  path: '/internal/pool-checks/begin/',
  service: 'admin',
  access: 'service',
  changesState: true,
  summary: 'Lease what a check is about, in whatever state it is',
  body: z.object({ check: z.uuid() }),
  answer: begun,
  errors: [],
});

export const internalEndCheck = defineRoute({
  method: 'POST',
  path: '/internal/pool-checks/end/',
  service: 'admin',
  access: 'service',
  changesState: true,
  summary: 'Report how a check ended, after its lease; one that is over stays as it is',
  body: z.object({
    check: z.uuid(),
    outcome: z.enum(POOL_CHECK_OUTCOMES),
    message: z.string().max(REPORT_TEXT_MAX),
    /** Until a limit ends. */
    seconds: z.number().int().min(1).max(LIMITED_SECONDS_MAX).nullable(),
  }),
  answer: done,
  errors: [],
});
export type CheckReport = z.output<NonNullable<typeof internalEndCheck.body>>;
