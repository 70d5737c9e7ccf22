/** The sign-in page; `next` is opened afterwards, and `hasEnded` has the page say that a sign-in or a session has ended. */
export function loginPath(next: string | null, hasEnded: boolean): string {
  const query = [...(next === null ? [] : [`next=${encodeURIComponent(next)}`]), ...(hasEnded ? ['ended'] : [])];
  return query.length === 0 ? '/login' : `/login?${query.join('&')}`;
}
