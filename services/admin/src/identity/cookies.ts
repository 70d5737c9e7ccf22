import { CSRF_COOKIE, CSRF_PURPOSE, sessionCookie } from '@leakwatch/contracts';
import { sha256Hex, Signer } from '@leakwatch/platform';
import type { AdminSettings } from '../settings.ts';

const isSecure = (settings: AdminSettings) => settings.LEAKWATCH_PUBLIC_URL?.startsWith('https:') ?? false;

/** The cookies of a new session: the token, and the CSRF value that is bound to it and that the console reads. */
export function sessionCookies(token: string, settings: AdminSettings): string[] {
  const secure = isSecure(settings);
  const common = `Path=/; SameSite=Lax; Max-Age=${settings.SESSION_ABSOLUTE_SECONDS}${secure ? '; Secure' : ''}`;
  const csrf = new Signer(settings.LEAKWATCH_SECRET, CSRF_PURPOSE).sign(sha256Hex(token));
  return [`${sessionCookie(secure)}=${token}; HttpOnly; ${common}`, `${CSRF_COOKIE}=${csrf}; ${common}`];
}

export function goneCookies(settings: AdminSettings): string[] {
  const secure = isSecure(settings);
  const common = `Path=/; SameSite=Lax; Max-Age=0${secure ? '; Secure' : ''}`;
  return [`${sessionCookie(secure)}=; HttpOnly; ${common}`, `${CSRF_COOKIE}=; ${common}`];
}
