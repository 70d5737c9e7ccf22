import { useCallback, useEffect, useRef } from 'react';

/** A function that stays the same and calls the latest version of `action`: for components that are memoised. Not for use while rendering. */
export function useStable<Given extends readonly unknown[], Answer>(action: (...given: Given) => Answer): (...given: Given) => Answer {
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  return useCallback((...given: Given) => latest.current(...given), []);
}
