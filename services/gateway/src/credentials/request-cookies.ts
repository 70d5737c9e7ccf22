import { CSRF_COOKIE, sessionCookie } from '@leakwatch/contracts';
import type { FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../settings.ts';

/** The cookies of a request; the first of a name counts. */
function cookiesOf(request: FastifyRequest): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const at = part.indexOf('=');
    const name = part.slice(0, at).trim();
    if (at > 0 && !found.has(name)) found.set(name, part.slice(at + 1).trim());
  }
  return found;
}

export interface RequestCookies {
  readonly session: string | undefined;
  readonly csrf: string | undefined;
}

export function requestCookies(request: FastifyRequest, settings: GatewaySettings): RequestCookies {
  const cookies = cookiesOf(request);
  const secure = settings.LEAKWATCH_PUBLIC_URL?.startsWith('https:') ?? false;
  return { session: cookies.get(sessionCookie(secure)) || undefined, csrf: cookies.get(CSRF_COOKIE) };
}
