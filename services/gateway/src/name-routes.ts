import { measureAs } from '@leakwatch/platform';
import type { FastifyInstance } from 'fastify';
import { isForApi } from './api-request.ts';

const HEALTH = /^\/(?:livez|readyz)(?:\?|$)/;

/** Metrics count the console's files and pages together, and calls of the API by their route (`setRoute`) once the guards have found it. */
export function nameRoutes(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request) => {
    if (HEALTH.test(request.url)) return;
    measureAs(request, isForApi(request) ? '/api/*' : 'console');
  });
}
