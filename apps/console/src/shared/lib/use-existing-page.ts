import { useEffect } from 'react';

/**
 * What was deleted may have taken a list's page along: then `go` leads to the last one there is, in the place of the
 * other, so that back does not lead to it again. True meanwhile. `count` is undefined until the list is there.
 */
export function useExistingPage(count: number | undefined, page: number, size: number, go: (last: number) => void): boolean {
  const last = count === undefined ? page : Math.max(1, Math.ceil(count / size));
  const beyond = page > last;
  useEffect(() => {
    if (beyond) go(last);
  });
  return beyond;
}
