import { z } from 'zod';
import { defineRoute } from '../../route.ts';

/** Accounts of one call: a page of the list. */
const ACCOUNTS_MAX = 100;
const count = z.number().int().nonnegative();

/** What an account did in the last 24 hours, counted by whole hours. */
const accountUse = z.object({
  id: z.uuid(),
  requests: count,
  /** Answers by which the source refused or limited the account. */
  refusals: count,
  last_request: z.iso.datetime().nullable(),
  last_refusal: z.iso.datetime().nullable(),
  /** What the source allows this account until the window ends, for the resources that it counts by account and that were used. */
  quota: z.array(z.object({ resource: z.string(), left: count, ends: z.iso.datetime() })),
  /** The organisations for which it worked, the newest first; at most 20. */
  serves: z.array(z.uuid()),
});
export type AccountUse = z.output<typeof accountUse>;

export const listAccountUse = defineRoute({
  method: 'GET',
  path: '/api/control/services/accounts/use/',
  service: 'crawler',
  access: 'staff',
  changesState: false,
  summary: 'Get requests, refusals, quotas and organisations of service accounts; one that was not used has zeros',
  query: z.object({
    account: z.preprocess((sent) => (Array.isArray(sent) ? sent : [sent]), z.array(z.uuid()).min(1).max(ACCOUNTS_MAX)),
  }),
  answer: z.object({ accounts: z.array(accountUse) }),
  errors: [],
});
