import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Forbidden, NotAuthenticated } from '../errors/leakwatch-error.ts';
import { attachCaller, type Caller, CALLER_HEADER, CallerSigner } from './caller.ts';
import { SERVICE_NAME } from './health.ts';
import { routeOf, type ServedRoute } from './route.ts';

/** Whether a caller may use a route of that access; the gateway and the services ask the same. */
export function refuseAccess(route: Pick<ServedRoute, 'access' | 'sessionOnly'>, caller: Caller): NotAuthenticated | Forbidden | null {
  const { access } = route;
  if (caller.token !== undefined && (route.sessionOnly === true || access === 'pending')) return new Forbidden('session_only');
  if (access === 'public') return null;
  if (access === 'service') return caller.service === null ? new Forbidden() : null;
  if (caller.account === null) return new NotAuthenticated();
  if (access === 'pending') return null;
  if (caller.pending) return new NotAuthenticated('second_factor_due');
  return access === 'staff' && !caller.staff ? new Forbidden() : null;
}

/** Lets in only what the gateway or another service signed, and whom the route is for. */
@Injectable()
export class CallerGuard implements CanActivate {
  constructor(
    private readonly signer: CallerSigner,
    @Inject(SERVICE_NAME) private readonly service: string,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http') return true;
    const route = routeOf(context);
    if (route === undefined) return true; // health: answers nothing about customers
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const header = request.headers[CALLER_HEADER];
    const target = { service: this.service, method: request.method, url: request.url };
    const caller = this.signer.open(typeof header === 'string' ? header : undefined, target);
    attachCaller(request, caller);
    const refusal = refuseAccess(route, caller);
    if (refusal !== null) throw refusal;
    return true;
  }
}
