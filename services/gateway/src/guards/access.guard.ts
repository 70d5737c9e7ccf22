import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { callerOf, Forbidden, refuseAccess } from '@leakwatch/platform';
import { ACCESS_ROLES, mayEnter, rolesOf } from '@leakwatch/vocabulary';
import type { FastifyRequest } from 'fastify';
import { isForApi, routeOf } from '../api-request.ts';

/** Fifth guard: whether the caller may use the route. The services check the same again. */
@Injectable()
export class AccessGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!isForApi(request)) return true;
    const caller = callerOf(request);
    const route = routeOf(request);
    const refusal = refuseAccess(route, caller);
    if (refusal !== null) throw refusal;
    // The same table by which the console's router shows or hides a page.
    if (!mayEnter(ACCESS_ROLES[route.access], rolesOf(caller))) throw new Forbidden();
    return true;
  }
}
