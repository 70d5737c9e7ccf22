import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { NotAuthenticated, refuseAccess } from '@leakwatch/platform';
import type { FastifyRequest } from 'fastify';
import { routeOfRequest } from './route.door.ts';
import { callerOfRequest } from './session.door.ts';

/** Last door: may this caller use this route? The services ask the same again. */
@Injectable()
export class AccessDoor implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!request.url.startsWith('/api')) return true;
    const caller = callerOfRequest(request);
    if (caller === undefined) throw new NotAuthenticated();
    const refusal = refuseAccess(routeOfRequest(request), caller);
    if (refusal !== null) throw refusal;
    return true;
  }
}
