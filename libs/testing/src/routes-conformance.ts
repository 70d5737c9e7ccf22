import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROUTES, type ServiceName } from '@leakwatch/contracts';
import { buildService, openFoundation, type ServiceDefinition, toNestPath } from '@leakwatch/platform';
import { createTestEnvironment, type TestEnvironment } from './stack/test-settings.ts';

/** Routes that every service has in addition to the route table. */
const HEALTH = ['GET /livez', 'GET /readyz'];

/** Checks that a service serves exactly the routes that the route table declares for it. */
export function routesConformance(name: ServiceName, definition: ServiceDefinition, others: readonly string[] = []): void {
  describe(`routes of ${name}`, () => {
    let environment: TestEnvironment;
    let close: () => Promise<void>;
    const served: string[] = [];

    beforeAll(async () => {
      environment = await createTestEnvironment();
      const app = await buildService(definition, await openFoundation(definition, environment.env));
      close = () => app.close();
      const fastify = app.getHttpAdapter().getInstance();
      fastify.addHook('onRoute', ({ method, url }) => {
        for (const one of [method].flat()) if (one !== 'HEAD' && one !== 'OPTIONS') served.push(`${one} ${url}`);
      });
      await app.init();
      await fastify.ready();
    });
    afterAll(async () => {
      await close();
      await environment.drop();
    });

    it('are exactly those of the table', () => {
      const declared = [...ROUTES.values()]
        .filter((route) => route.service === name)
        .map((route) => `${route.method} ${toNestPath(route.path)}`);
      expect(served.filter((route) => !others.includes(route)).sort()).toEqual([...declared, ...HEALTH].sort());
    });
  });
}
