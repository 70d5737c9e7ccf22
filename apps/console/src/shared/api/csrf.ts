export const CSRF_COOKIE = 'csrftoken';
export const CSRF_HEADER = 'X-CSRFTOKEN';
/** Marks a read that no person asked for. */
export const POLL_HEADER = 'X-Leakwatch-Poll';

/** The value of a cookie in a `document.cookie` string, or null. */
export function readCookie(cookies: string, name: string): string | null {
  for (const part of cookies.split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return decodeURIComponent(part.slice(at + 1).trim());
  }
  return null;
}
