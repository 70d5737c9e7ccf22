import { randomUUID } from 'node:crypto';
import { type Caller, CALLER_HEADER, CallerSigner } from '@leakwatch/platform';

/** A signed-in customer of an organisation; `change` makes it staff, a pending sign-in or a service. */
export const testCaller = (organisation: string | null, change: Partial<Caller> = {}): Caller => ({
  account: { id: randomUUID(), username: 'tester' },
  organisation,
  staff: false,
  pending: false,
  session: null,
  service: null,
  locale: 'en',
  address: '127.0.0.1',
  user_agent: 'jest',
  request_id: randomUUID(),
  ...change,
});

/** The signed header that tells a service the caller, as the gateway sends it. */
export const callerHeaders = (caller: Caller, env: NodeJS.ProcessEnv) => ({
  [CALLER_HEADER]: new CallerSigner(env['LEAKWATCH_SECRET'] ?? '').seal(caller),
});
