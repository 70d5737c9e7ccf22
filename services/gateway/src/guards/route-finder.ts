import { type Method, PUBLIC_ROUTES, type Route } from '@leakwatch/contracts';
import { LeakwatchError, NotFound } from '@leakwatch/platform';
import type { FastifyInstance } from 'fastify';
import findMyWay from 'find-my-way';
import { isForApi } from '../api-request.ts';

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const satisfies readonly Method[];

const router = findMyWay({ ignoreTrailingSlash: true });
for (const route of PUBLIC_ROUTES) router.on(route.method, route.path.replaceAll(/\{(\w+)\}/g, ':$1'), () => undefined, route);

function find(method: Method, path: string): { readonly route: Route; readonly fits: boolean } | undefined {
  const found = router.find(method, path);
  if (found === null) return undefined;
  const route = PUBLIC_ROUTES.find((one) => one === found.store);
  return route && { route, fits: route.params === undefined || route.params.safeParse(found.params).success };
}

interface Allowing {
  header(name: 'allow', value: string): unknown;
}

/**
 * The route of a request. A path fits a route when its parameters do: `full` is no id, so that `/api/tasks/full/` has the method GET alone.
 * Throws NotFound for a path that no route has, and 405 with the `allow` header for a method that the path does not have.
 */
export function findRoute(method: string, path: string, reply: Allowing): Route {
  const known = METHODS.flatMap((one) => find(one, path) ?? []);
  const own = known.find(({ route }) => route.method === method);
  if (known.length === 0) throw new NotFound();
  const fitting = known.filter(({ fits }) => fits);
  // Where no route fits, the service names the parameter that is wrong.
  if (own !== undefined && (own.fits || fitting.length === 0)) return own.route;
  const allowed = fitting.length === 0 ? known : fitting;
  reply.header('allow', allowed.map(({ route }) => route.method).join(', '));
  throw new LeakwatchError('method_not_allowed', 405);
}

/** Fastify answers 400 to QUERY without a body type before any guard runs; no path of the API has that method. */
export function refuseQueryMethod(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'QUERY' || !isForApi(request)) return;
    findRoute(request.method, request.url.split('?')[0] ?? '', reply);
  });
}
