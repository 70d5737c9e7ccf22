import { z } from 'zod';
import { done, page, pageQuery } from '../../paging.ts';
import { defineRoute } from '../../route.ts';
import { apiTokenRecord } from '../../session.ts';

/** A sha256 in hex: the token itself never leaves the gateway. */
const tokenHash = z.string().regex(/^[0-9a-f]{64}$/);

export const actualToken = defineRoute({
  method: 'GET',
  path: '/api/control/auth-tokens/actual/',
  service: 'admin',
  access: 'user',
  acting: 'self',
  sessionOnly: true,
  changesState: false,
  summary: 'Whether the caller has an API token; never returns the token',
  answer: z.object({
    /** null: there is none, or it ended together with the sessions. */
    created: z.iso.datetime().nullable(),
    /** Accurate to some minutes; null until it is used. */
    last_used: z.iso.datetime().nullable(),
  }),
  errors: [],
});

export const generateToken = defineRoute({
  method: 'GET',
  path: '/api/control/auth-tokens/generate/',
  service: 'admin',
  access: 'user',
  acting: 'self',
  sessionOnly: true,
  changesState: true,
  summary: 'Generate an API token, which replaces the previous one and is returned only once (same as POST)',
  answer: z.object({ token: z.string() }),
  errors: [],
});

export const generateTokenPost = defineRoute({
  ...generateToken,
  method: 'POST',
  summary: 'Generate an API token, which replaces the previous one and is returned only once',
});

export const revokeToken = defineRoute({
  method: 'GET',
  path: '/api/control/auth-tokens/revoke/',
  service: 'admin',
  access: 'user',
  acting: 'self',
  sessionOnly: true,
  changesState: true,
  summary: "Revoke the caller's API token (same as POST)",
  answer: done,
  errors: [],
});

export const revokeTokenPost = defineRoute({ ...revokeToken, method: 'POST', summary: "Revoke the caller's API token" });

/** An API token as staff see it. The token itself is stored nowhere. */
const tokenRow = z.object({
  /** The public identifier, by which it is revoked. */
  key: z.uuid(),
  /** The last four characters; null for a token that was generated before they were kept. */
  ending: z.string().nullable(),
  /** `active`: false for a deactivated account, whose token does not work until the account is activated. */
  user: z.object({ id: z.uuid(), username: z.string(), email: z.string(), active: z.boolean() }),
  company: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  created: z.iso.datetime(),
  /** As in `actual`. */
  last_used: z.iso.datetime().nullable(),
});
export type TokenRow = z.output<typeof tokenRow>;

export const listTokens = defineRoute({
  method: 'GET',
  path: '/api/control/auth-tokens/',
  service: 'admin',
  access: 'staff',
  sessionOnly: true,
  changesState: false,
  summary: 'List the API tokens of all accounts, newest first; never returns a token',
  query: pageQuery,
  answer: page(tokenRow),
  errors: [],
});

export const revokeAnyToken = defineRoute({
  method: 'DELETE',
  path: '/api/control/auth-tokens/{key}/',
  service: 'admin',
  access: 'staff',
  sessionOnly: true,
  changesState: true,
  summary: 'Revoke the API token of any account; its owner gets a mail',
  params: z.object({ key: z.uuid() }),
  answer: done,
  errors: [],
});

/** The gateway calls it for a token that is not in Redis. */
export const internalResolveToken = defineRoute({
  method: 'POST',
  path: '/internal/auth-tokens/resolve/',
  service: 'admin',
  access: 'service',
  changesState: true,
  summary: 'Find the account of a token',
  body: z.object({ hash: tokenHash }),
  answer: z.object({ record: apiTokenRecord.nullable() }),
  errors: [],
});
