import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { InvalidRequest } from '../errors/leakwatch-error.ts';
import { bodyBytesOf } from './bodies.ts';
import { unstorableAt } from './unstorable.ts';

/** The part of contracts' Route that serving it needs. */
export interface ServedRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly access: 'public' | 'pending' | 'user' | 'staff' | 'service';
  readonly sessionOnly?: true;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly bodyBytes?: number;
  readonly bodyLeavesNul?: true;
  readonly answer: z.ZodType;
  /** JSON when not given. */
  readonly answerType?: string;
}

const ROUTE = Symbol('leakwatch:route');
const METHODS = { GET: RequestMethod.GET, POST: RequestMethod.POST, PATCH: RequestMethod.PATCH, DELETE: RequestMethod.DELETE };

/** `/api/tasks/{id}/` as Nest spells it; the router ignores the trailing slash. */
export const toNestPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\/$/, '');

/**
 * A body of staff has no names that the route does not know: a misspelt condition of a deletion would delete more, and a misspelt field of a change
 * would look saved. Services may send each other names that the other one does not know yet.
 */
const asServed = (route: ServedRoute): ServedRoute =>
  route.access === 'staff' && route.body instanceof z.ZodObject ? { ...route, body: route.body.strict() } : route;

/** Binds a controller's method to a route of the table. */
export const Serves = (route: ServedRoute) =>
  applyDecorators(
    RequestMapping({ path: toNestPath(route.path), method: METHODS[route.method] }),
    HttpCode(200),
    RouteConfig({ bodyBytes: bodyBytesOf(route) }),
    (_: object, __: string | symbol, descriptor: PropertyDescriptor) => {
      Reflect.defineMetadata(ROUTE, asServed(route), descriptor.value);
    },
    SetMetadata('leakwatch:access', route.access),
  );

export function routeOf(context: ExecutionContext): ServedRoute | undefined {
  return Reflect.getMetadata(ROUTE, context.getHandler());
}

/** A zod issue as a code: what custom rules call themselves, else zod's own code. */
const faultOf = (issue: z.core.$ZodIssue): string => (issue.code === 'custom' ? issue.message : issue.code);

function check(schema: z.ZodType | undefined, value: unknown, place: 'params' | 'query' | 'body', leavesNul = false): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  if (result.success) {
    const at = unstorableAt(result.data, { leavesNul });
    if (at !== null) throw new InvalidRequest('invalid_request', { [at === '' ? place : at]: 'text_malformed' });
    return result.data;
  }
  const fields = result.error.issues.flatMap((issue): [string, string][] =>
    // A name that the schema does not have is named itself, not what it was sent in.
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [[...issue.path, key].join('.'), 'parameter_unknown'])
      : [[issue.path.length === 0 ? place : issue.path.join('.'), faultOf(issue)]],
  );
  throw new InvalidRequest('invalid_request', Object.fromEntries(fields));
}

/** What the request holds, checked against the route: `{ params, query, body }`, typed by contracts' InputOf. */
export const FromRequest = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const route = routeOf(context);
  if (route === undefined) throw new Error('FromRequest without Serves');
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return {
    params: check(route.params, request.params, 'params'),
    query: check(route.query, request.query, 'query'),
    body: check(route.body, request.body ?? {}, 'body', route.bodyLeavesNul),
  };
});
