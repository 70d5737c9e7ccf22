import { z } from 'zod';
import { done } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { apiTokenRecord } from '../session.ts';

/** A sha256 in hex: the token itself goes no further than the gateway. */
const tokenHash = z.string().regex(/^[0-9a-f]{64}$/);

export const actualToken = defineRoute({
  method: 'GET',
  path: '/api/control/auth-tokens/actual/',
  service: 'admin',
  access: 'user',
  sessionOnly: true,
  changesState: false,
  summary: 'Whether the caller has an API token, never the token itself',
  answer: z.object({
    /** null: there is none, or what ends sessions has ended it. */
    created: z.iso.datetime().nullable(),
    /** To some minutes; null until it is used. */
    last_used: z.iso.datetime().nullable(),
  }),
  errors: [],
});

export const generateToken = defineRoute({
  method: 'GET',
  path: '/api/control/auth-tokens/generate/',
  service: 'admin',
  access: 'user',
  sessionOnly: true,
  changesState: true,
  summary: 'A new API token in the place of the one before, shown this once (as the documents spell it)',
  answer: z.object({ token: z.string() }),
  errors: [],
});

export const generateTokenPost = defineRoute({
  ...generateToken,
  method: 'POST',
  summary: 'A new API token in the place of the one before, shown this once',
});

export const revokeToken = defineRoute({
  method: 'GET',
  path: '/api/control/auth-tokens/revoke/',
  service: 'admin',
  access: 'user',
  sessionOnly: true,
  changesState: true,
  summary: "End the caller's API token (as the documents spell it)",
  answer: done,
  errors: [],
});

export const revokeTokenPost = defineRoute({ ...revokeToken, method: 'POST', summary: "End the caller's API token" });

/** Asked by the gateway for a token that it does not find in Redis. */
export const internalResolveToken = defineRoute({
  method: 'POST',
  path: '/internal/auth-tokens/resolve/',
  service: 'admin',
  access: 'service',
  changesState: true,
  summary: 'Whose a token is',
  body: z.object({ hash: tokenHash }),
  answer: z.object({ record: apiTokenRecord.nullable() }),
  errors: [],
});
