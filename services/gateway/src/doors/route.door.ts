import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { PUBLIC_ROUTES, type Route } from '@leakwatch/contracts';
import { LeakwatchError, NotFound } from '@leakwatch/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import findMyWay from 'find-my-way';

const routes = new WeakMap<FastifyRequest, Route>();

/** The route of a request that passed the first door. */
export function routeOfRequest(request: FastifyRequest): Route {
  const route = routes.get(request);
  if (route === undefined) throw new NotFound();
  return route;
}

/** Whether a request is for the API; every other path is a file or a page of the console, `/apidocs` too. */
export const isForApi = ({ url }: Pick<FastifyRequest, 'url'>): boolean => /^\/api(?:[/?]|$)/.test(url);

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

function table() {
  const router = findMyWay({ ignoreTrailingSlash: true });
  for (const route of PUBLIC_ROUTES) router.on(route.method, route.path.replaceAll(/\{(\w+)\}/g, ':$1'), () => undefined, route);
  return (method: string, path: string): Route | undefined => {
    const known = METHODS.find((name) => name === method);
    return known === undefined ? undefined : (router.find(known, path)?.store as Route | undefined);
  };
}

/** First door: only what the route table names is there. Other paths of the gateway are the console's files. */
@Injectable()
export class RouteDoor implements CanActivate {
  private readonly find = table();

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!isForApi(request)) return true;
    const path = request.url.split('?')[0] ?? '';
    const route = this.find(request.method, path);
    if (route === undefined) throw this.missing(path, context.switchToHttp().getResponse<FastifyReply>());
    routes.set(request, route);
    return true;
  }

  private missing(path: string, reply: FastifyReply): LeakwatchError {
    const allowed = METHODS.filter((method) => this.find(method, path) !== undefined);
    if (allowed.length === 0) return new NotFound();
    reply.header('allow', allowed.join(', '));
    return new LeakwatchError('method_not_allowed', 405);
  }
}
