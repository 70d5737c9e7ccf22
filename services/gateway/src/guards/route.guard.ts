import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { PUBLIC_ROUTES, type Route } from '@leakwatch/contracts';
import { LeakwatchError, NotFound } from '@leakwatch/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import findMyWay from 'find-my-way';
import { isForApi, setRoute } from '../api-request.ts';

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

function routeFinder() {
  const router = findMyWay({ ignoreTrailingSlash: true });
  for (const route of PUBLIC_ROUTES) router.on(route.method, route.path.replaceAll(/\{(\w+)\}/g, ':$1'), () => undefined, route);
  return (method: string, path: string): Route | undefined => {
    const known = METHODS.find((name) => name === method);
    return known === undefined ? undefined : (router.find(known, path)?.store as Route | undefined);
  };
}

/** First guard: the API has the routes of the route table and no others. Other paths are the console's files. */
@Injectable()
export class RouteGuard implements CanActivate {
  private readonly find = routeFinder();

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!isForApi(request)) return true;
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    reply.header('cache-control', 'no-store');
    const path = request.url.split('?')[0] ?? '';
    const route = this.find(request.method, path);
    if (route === undefined) throw this.missing(path, reply);
    setRoute(request, route);
    return true;
  }

  private missing(path: string, reply: FastifyReply): LeakwatchError {
    const allowed = METHODS.filter((method) => this.find(method, path) !== undefined);
    if (allowed.length === 0) return new NotFound();
    reply.header('allow', allowed.join(', '));
    return new LeakwatchError('method_not_allowed', 405);
  }
}
