import { randomUUID } from 'node:crypto';
import {
  buildService,
  type Caller,
  CALLER_HEADER,
  CallerSigner,
  type CoreSettings,
  type DatabaseSettings,
  type Foundation,
  type ServiceDefinition,
} from '@leakwatch/platform';

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

/** Only services that `buildTestService` built read this header. */
const TEST_CALLER_HEADER = 'x-test-caller';

/** The header by which a service of `buildTestService` receives the caller. */
export const callerHeaders = (caller: Caller) => ({ [TEST_CALLER_HEADER]: encodeURIComponent(JSON.stringify(caller)) });

/**
 * Builds a service without listening. The caller of `callerHeaders` is signed for each request, as the gateway signs it. Without `timers`
 * periodic work runs when the test calls it, and not between two of its steps.
 */
export async function buildTestService<S extends CoreSettings & DatabaseSettings>(
  definition: ServiceDefinition<S>,
  foundation: Foundation<S>,
  options?: { readonly timers?: boolean },
) {
  const app = await buildService(definition, foundation, options);
  const signer = new CallerSigner(foundation.settings.LEAKWATCH_SIGNING_KEYS);
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', async ({ headers, method, url }) => {
    const caller = headers[TEST_CALLER_HEADER];
    if (typeof caller !== 'string') return;
    headers[CALLER_HEADER] = signer.seal(JSON.parse(decodeURIComponent(caller)), { service: definition.name, method, url });
  });
  return app;
}
