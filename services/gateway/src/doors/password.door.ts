import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { getSettings, type Route, setLocale } from '@leakwatch/contracts';
import { Forbidden } from '@leakwatch/platform';
import type { FastifyRequest } from 'fastify';
import { routeOfRequest } from './route.door.ts';
import { isPasswordDue } from './session.door.ts';

/** What the page that sets the password needs beside what is open to everybody or to who is half signed in. */
const NEEDED: ReadonlySet<Route> = new Set<Route>([getSettings, setLocale]);

/** After the access door: a password that somebody else chose is changed before anything else. */
@Injectable()
export class PasswordDoor implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!isPasswordDue(request)) return true;
    const route = routeOfRequest(request);
    if (route.access === 'public' || route.access === 'half' || NEEDED.has(route)) return true;
    throw new Forbidden('password_change_due');
  }
}
