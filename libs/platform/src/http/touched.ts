import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tap } from 'rxjs';
import { type Caller, callerOf } from './caller.ts';
import { routeOf } from './route.ts';

/** From a service to the gateway only: the organisations whose data an answer to staff holds. */
export const TOUCHED_HEADER = 'x-leakwatch-organisations';
/** More organisations count as a list over all, and the audit trail records it as that. */
const MAX_TOUCHED = 20;

const touched = new WeakMap<Caller, Set<string>>();

/** Call it where staff may receive an organisation's object: the gateway writes it into the audit trail. */
export function noteOrganisations(caller: Caller, organisations: readonly string[]): void {
  if (!caller.staff) return;
  touched.set(caller, new Set([...(touched.get(caller) ?? []), ...organisations]));
}

/** Puts what was noted into the answer's headers. */
@Injectable()
export class TouchedInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    if (context.getType() !== 'http' || routeOf(context) === undefined) return next.handle();
    const http = context.switchToHttp();
    const caller = callerOf(http.getRequest<FastifyRequest>());
    return next.handle().pipe(
      tap(() => {
        const noted = [...(touched.get(caller) ?? [])];
        if (noted.length > 0) http.getResponse<FastifyReply>().header(TOUCHED_HEADER, noted.slice(0, MAX_TOUCHED).join(','));
      }),
    );
  }
}
