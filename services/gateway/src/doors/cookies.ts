import { CSRF_COOKIE, sessionCookie } from '@leakwatch/contracts';
import type { ServiceSettings } from '@leakwatch/platform';
import type { FastifyRequest } from 'fastify';

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

export interface DoorCookies {
  readonly session: string | undefined;
  readonly csrf: string | undefined;
}

export function doorCookies(request: FastifyRequest, settings: ServiceSettings): DoorCookies {
  const cookies = cookiesOf(request);
  const secure = settings.LEAKWATCH_PUBLIC_URL?.startsWith('https:') ?? false;
  return { session: cookies.get(sessionCookie(secure)) || undefined, csrf: cookies.get(CSRF_COOKIE) };
}
