import { LEASE_PURPOSES, PROXY_TYPES, SERVICE_ACCOUNT_SOURCES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { done } from '../../paging.ts';
import { defineRoute } from '../../route.ts';

/** Organisations on whose behalf a step may run: those that share a unit. */
const ORGANISATIONS_MAX = 10_000;
/** Accounts of one source whose rate windows are used up. */
const EXCLUDED_MAX = 10_000;
/** Longest text that a report may quote from an upstream, in characters. */
export const REPORT_TEXT_MAX = 300;
/** A day: no upstream has a longer window. */
export const LIMITED_SECONDS_MAX = 86_400;

/** A leased row and the number that fences its holder: it rises with each lease, and when staff end one. */
export const leaseReference = z.object({
  /** An account with its proxy, or a proxy alone, for anonymous requests. */
  holder: z.enum(['account', 'proxy']),
  id: z.uuid(),
  epoch: z.string().regex(/^\d{1,19}$/),
});
export type LeaseReference = z.output<typeof leaseReference>;

const wanted = z.object({
  holder: leaseReference.shape.holder,
  source: z.enum(SERVICE_ACCOUNT_SOURCES),
  purpose: z.enum(LEASE_PURPOSES),
  /** An account or proxy of one of them serves first; one of another organisation is never leased. */
  organisations: z.array(z.uuid()).max(ORGANISATIONS_MAX),
  /** Ids of accounts or proxies that are not wanted now. */
  excluding: z.array(z.uuid()).max(EXCLUDED_MAX).default([]),
  /** Ids of the accounts of which one is wanted; null for any. */
  among: z.array(z.uuid()).max(EXCLUDED_MAX).nullable().default(null),
  task: z.uuid().nullable().default(null),
  /** A proxy failed this work: one that answered the last time is preferred now. */
  proxy_failed: z.boolean().default(false),
});

/** What a crawler makes requests with. It holds credentials: it is never logged, queued or stored. */
export const leasedAccess = z.object({
  lease: leaseReference,
  account: z.object({ id: z.uuid(), login: z.string(), secret: z.string().nullable() }).nullable(),
  proxy: z
    .object({
      id: z.uuid(),
      type: z.enum(PROXY_TYPES),
      host: z.string(),
      port: z.number().int(),
      login: z.string(),
      password: z.string().nullable(),
    })
    .nullable(),
  /** Whose account it is; null for one of the common pool. */
  organisation: z.uuid().nullable(),
});
export type LeasedAccess = z.output<typeof leasedAccess>;

/**
 * When one that is not excluded may be free: 0 now; null when there is none that could ever serve. `excluded`: how many of those
 * that could serve were excluded.
 */
const availability = z.object({ seconds: z.number().int().nonnegative().nullable(), excluded: z.number().int().nonnegative() });
export type Availability = z.output<typeof availability>;

export const internalLease = defineRoute({
  method: 'POST',
  path: '/internal/leases/',
  service: 'admin',
  access: 'service',
  changesState: true,
  summary: 'Lease the account or proxy that was used least recently; `leased` is null when none is free',
  body: wanted,
  answer: availability.extend({ leased: leasedAccess.nullable() }),
  errors: [],
});

export const internalLeaseAvailability = defineRoute({
  method: 'POST',
  path: '/internal/leases/availability/',
  service: 'admin',
  access: 'service',
  changesState: false,
  summary: 'Get when an account or proxy may be free',
  body: wanted,
  answer: availability,
  errors: [],
});

export const internalRenewLease = defineRoute({
  method: 'POST',
  path: '/internal/leases/renew/',
  service: 'admin',
  access: 'service',
  changesState: true,
  summary: 'Renew a lease; `held` is false when it was lost',
  body: leaseReference,
  answer: z.object({ held: z.boolean() }),
  errors: [],
});

const text = z.string().max(REPORT_TEXT_MAX);
/** What a step learnt about what it had leased. */
export const leaseOutcome = z.discriminatedUnion('kind', [
  /** The source answered. */
  z.object({ kind: z.literal('ok') }),
  /** Nothing: the step was cancelled, or the source itself failed. */
  z.object({ kind: z.literal('unknown') }),
  /** The source allows the account no request for so many seconds. */
  z.object({ kind: z.literal('limited'), seconds: z.number().int().min(1).max(LIMITED_SECONDS_MAX) }),
  /** The source does not accept the account. */
  z.object({ kind: z.literal('refused'), text }),
  /** The proxy cannot be reached, or refuses. */
  z.object({ kind: z.literal('proxy_failed'), text }),
]);
export type LeaseOutcome = z.output<typeof leaseOutcome>;

export const internalEndLease = defineRoute({
  method: 'POST',
  path: '/internal/leases/end/',
  service: 'admin',
  access: 'service',
  changesState: true,
  summary: 'End a lease and report; a lease that was lost changes nothing',
  body: z.object({ lease: leaseReference, outcome: leaseOutcome }),
  answer: done,
  errors: [],
});
