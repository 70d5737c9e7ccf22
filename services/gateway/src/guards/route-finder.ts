import { type Method, PUBLIC_ROUTES, type Route } from '@leakwatch/contracts';
import { LeakwatchError, NotFound } from '@leakwatch/platform';
import type { FastifyInstance, FastifyReply } from 'fastify';
import findMyWay from 'find-my-way';
import { isForApi } from '../api-request.ts';

/** The methods of one path of the table, in the order in which the `allow` header lists them. */
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const satisfies readonly Method[];

const byPath = new Map<string, readonly Route[]>();
for (const route of PUBLIC_ROUTES) byPath.set(route.path, [...(byPath.get(route.path) ?? []), route]);
const router = findMyWay({ ignoreTrailingSlash: true });
for (const path of byPath.keys()) router.on('GET', path.replaceAll(/\{(\w+)\}/g, ':$1'), () => undefined, path);

/** The routes of a path, one for each method; a fixed segment goes before a parameter. Empty for a path that the table does not have. */
export function routesOf(path: string): readonly Route[] {
  const store: unknown = router.find('GET', path)?.store;
  return typeof store === 'string' ? (byPath.get(store) ?? []) : [];
}

/** The refusal of a method that the path does not have; it sets the `allow` header. */
export function methodNotAllowed(routes: readonly Route[], reply: FastifyReply): LeakwatchError {
  reply.header('allow', METHODS.filter((method) => routes.some((route) => route.method === method)).join(', '));
  return new LeakwatchError('method_not_allowed', 405);
}

/** Fastify answers 400 to QUERY without a body type before any guard runs; no path of the API has that method. */
export function refuseQueryMethod(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'QUERY' || !isForApi(request)) return;
    const routes = routesOf(request.url.split('?')[0] ?? '');
    throw routes.length === 0 ? new NotFound() : methodNotAllowed(routes, reply);
  });
}
