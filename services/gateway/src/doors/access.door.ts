import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Forbidden, NotAuthenticated, refuseAccess } from '@leakwatch/platform';
import { ACCESS_ROLES, mayEnter, rolesOf } from '@leakwatch/vocabulary';
import type { FastifyRequest } from 'fastify';
import { isForApi, routeOfRequest } from './route.door.ts';
import { callerOfRequest } from './session.door.ts';

/** Last door: may this caller use this route? The services ask the same again. */
@Injectable()
export class AccessDoor implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!isForApi(request)) return true;
    const caller = callerOfRequest(request);
    if (caller === undefined) throw new NotAuthenticated();
    const route = routeOfRequest(request);
    const refusal = refuseAccess(route, caller);
    if (refusal !== null) throw refusal;
    // The same table by which the console's router shows or hides a page.
    if (!mayEnter(ACCESS_ROLES[route.access], rolesOf(caller))) throw new Forbidden();
    return true;
  }
}
