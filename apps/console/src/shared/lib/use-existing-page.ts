import { useEffect } from 'react';

/**
 * A deletion may leave the list with fewer pages than the open one: then `go` opens the last page and replaces the history
 * entry, so that "back" does not return to the missing page. True meanwhile. `count` is undefined until the list has loaded.
 */
export function useExistingPage(count: number | undefined, page: number, size: number, go: (last: number) => void): boolean {
  const last = count === undefined ? page : Math.max(1, Math.ceil(count / size));
  const beyond = page > last;
  useEffect(() => {
    if (beyond) go(last);
  });
  return beyond;
}
