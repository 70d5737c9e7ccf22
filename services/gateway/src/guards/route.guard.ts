import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Route } from '@leakwatch/contracts';
import { InvalidRequest, LeakwatchError } from '@leakwatch/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isForApi, setRoute } from '../api-request.ts';
import { findRoute } from './route-finder.ts';

/** Segments that a URL parser removes and separators that it rewrites: a service could find another route than the gateway. */
const AMBIGUOUS = /\/(?:\.|%2e){1,2}(?:\/|$)|\\|%2f|%5c/i;

/** Refuses query parameters that the route does not know: a misspelt filter would answer more than was asked for. */
function checkQuery({ query }: Route, sent: unknown): void {
  const known = query instanceof z.ZodObject ? query.shape : {};
  const unknown = Object.keys(z.record(z.string(), z.unknown()).parse(sent)).filter((name) => !Object.hasOwn(known, name));
  if (unknown.length > 0)
    throw new InvalidRequest('invalid_request', Object.fromEntries(unknown.map((name) => [name, 'parameter_unknown'])));
}

/**
 * First guard: the API has the routes of the route table with the query parameters that they declare, and no others. Other
 * paths are the console's files.
 */
@Injectable()
export class RouteGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!isForApi(request)) return true;
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    reply.header('cache-control', 'no-store');
    const path = request.url.split('?')[0] ?? '';
    if (AMBIGUOUS.test(path)) throw new LeakwatchError('invalid_request', 400);
    const route = findRoute(request.method, path, reply);
    checkQuery(route, request.query);
    setRoute(request, route);
    return true;
  }
}
