import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { getSettings, type Route, setLocale } from '@leakwatch/contracts';
import { Forbidden } from '@leakwatch/platform';
import type { FastifyRequest } from 'fastify';
import { routeOf } from '../api-request.ts';

/** Needed by the page that sets the password, beside the routes that need no complete sign-in. */
const NEEDED: ReadonlySet<Route> = new Set<Route>([getSettings, setLocale]);

/** Sixth guard: a password that staff chose must be changed before anything else. */
@Injectable()
export class PasswordGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.passwordDue !== true) return true;
    const route = routeOf(request);
    if (route.access === 'public' || route.access === 'pending' || NEEDED.has(route)) return true;
    throw new Forbidden('password_change_due');
  }
}
