/**
 * The address when it may become a link: http or https, without credentials. Anything else is shown as text,
 * because addresses come from watched documents.
 */
export function safeHref(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  return url.username === '' && url.password === '' ? url.href : null;
}

/** Where to go after signing in: a path of this console, never another site. */
export function safeNext(next: string | null): string {
  if (next === null || !next.startsWith('/') || next.startsWith('//') || next.includes('\\')) return '/';
  return next.startsWith('/login') ? '/' : next;
}
