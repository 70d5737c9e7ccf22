import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { CSRF_HEADER, CSRF_PURPOSE } from '@leakwatch/contracts';
import { callerOf, Forbidden, LeakwatchError, SETTINGS, Signer } from '@leakwatch/platform';
import type { FastifyRequest } from 'fastify';
import { isForApi, routeOf } from '../api-request.ts';
import { requestCookies } from '../credentials/request-cookies.ts';
import type { GatewaySettings } from '../settings.ts';

const BODY_TYPES = /^(application\/json|multipart\/form-data)\s*(;|$)/i;

/**
 * Third guard, for calls that change state, whatever their method. It refuses calls from another site. A caller with a
 * session must send the CSRF token of that session in cookie and header alike. A caller with an API token needs none,
 * because no browser sends that by itself. A session cookie that belongs to no session is ignored: cookies of another
 * installation on the same host must not keep anybody from signing in.
 */
@Injectable()
export class CsrfGuard implements CanActivate {
  private readonly signer: Signer;

  constructor(@Inject(SETTINGS) private readonly settings: GatewaySettings) {
    this.signer = new Signer(settings.LEAKWATCH_SIGNING_KEYS, CSRF_PURPOSE);
  }

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!isForApi(request) || !routeOf(request).changesState) return true;
    const { token, session } = callerOf(request);
    const site = request.headers['sec-fetch-site'];
    if (token === undefined && site !== undefined && site !== 'same-origin') throw new Forbidden('csrf_failed');
    const type = request.headers['content-type'];
    if (type !== undefined && !BODY_TYPES.test(type)) throw new LeakwatchError('invalid_request', 415);
    if (session === null) return true;
    const { csrf } = requestCookies(request, this.settings);
    const header = request.headers[CSRF_HEADER];
    if (typeof header !== 'string' || header !== csrf || !this.signer.verify(session, header)) throw new Forbidden('csrf_failed');
    return true;
  }
}
