import type { Route } from '@leakwatch/contracts';
import { measureAs, NotFound } from '@leakwatch/platform';
import type { FastifyRequest } from 'fastify';

/*
 * What the guards learn of a request of the API and what is read of it further on. The caller is kept by platform's
 * `attachCaller` and `callerOf`, as in every service.
 */

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by RouteGuard. */
    apiRoute?: Route;
    /** Set by CallerGuard: the account must change its password first. */
    passwordDue?: true;
    /** Set by IdentifyGuard: the organisation in whose name the session works; null for a session that works in none. */
    actingIn?: string | null;
  }
}

/** Whether a request is for the API; every other path is a file or a page of the console, `/apidocs` too. */
export const isForApi = ({ url }: Pick<FastifyRequest, 'url'>): boolean => /^\/api(?:[/?]|$)/.test(url);

export function setRoute(request: FastifyRequest, route: Route): void {
  request.apiRoute = route;
  measureAs(request, route.path);
}

/** The route that RouteGuard found. Throws NotFound for what is not a request of the API. */
export function routeOf(request: FastifyRequest): Route {
  if (request.apiRoute === undefined) throw new NotFound();
  return request.apiRoute;
}
