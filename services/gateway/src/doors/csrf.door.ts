import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { CSRF_HEADER, CSRF_PURPOSE } from '@leakwatch/contracts';
import { Forbidden, LeakwatchError, type ServiceSettings, Signer } from '@leakwatch/platform';
import type { FastifyRequest } from 'fastify';
import { doorCookies } from './cookies.ts';
import { isForApi, routeOfRequest } from './route.door.ts';
import { callerOfRequest } from './session.door.ts';

const BODY_TYPES = /^(application\/json|multipart\/form-data)\s*(;|$)/i;

/**
 * Third door, for calls that change state whatever their method: nothing from another site, and whoever has a session
 * must show the token that is bound to it, in cookie and header alike. An API token is no cookie: no browser sends it
 * along by itself. A cookie that opens nothing lends nobody anything: whoever still has one, of another installation on
 * the same host for instance, signs in all the same.
 */
@Injectable()
export class CsrfDoor implements CanActivate {
  private readonly signer: Signer;

  constructor(private readonly settings: ServiceSettings) {
    this.signer = new Signer(settings.LEAKWATCH_SECRET, CSRF_PURPOSE);
  }

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!isForApi(request) || !routeOfRequest(request).changesState) return true;
    const { token, session = null } = callerOfRequest(request) ?? {};
    const site = request.headers['sec-fetch-site'];
    if (token === undefined && site !== undefined && site !== 'same-origin') throw new Forbidden('csrf_failed');
    const type = request.headers['content-type'];
    if (type !== undefined && !BODY_TYPES.test(type)) throw new LeakwatchError('invalid_request', 415);
    if (session === null) return true;
    const { csrf } = doorCookies(request, this.settings);
    const header = request.headers[CSRF_HEADER];
    if (typeof header !== 'string' || header !== csrf || !this.signer.verify(session, header)) throw new Forbidden('csrf_failed');
    return true;
  }
}
