import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from './metrics.ts';

declare module 'fastify' {
  interface FastifyRequest {
    measuredRoute?: string;
  }
}

/** Names the route by which the answer is measured, where it is another than the one that Fastify found. */
export function measureAs(request: FastifyRequest, route: string): void {
  request.measuredRoute = route;
}

/** Measures each answer of an application. */
export function measureAnswers(fastify: FastifyInstance, metrics: Metrics): void {
  fastify.addHook('onResponse', async ({ method, measuredRoute, routeOptions }, { statusCode: status, elapsedTime }) => {
    metrics.answered({ method, route: measuredRoute ?? routeOptions.url ?? 'none', status, seconds: elapsedTime / 1_000 });
  });
}
