import { useCallback, useEffect, useRef } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router-dom';

/** null removes the value. */
type AddressValues = Readonly<Record<string, string | null>>;
type AddressChange = AddressValues | ((now: URLSearchParams) => URLSearchParams);

function withValues(now: URLSearchParams, values: AddressValues): URLSearchParams {
  const next = new URLSearchParams(now);
  for (const [name, value] of Object.entries(values)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/**
 * The query of the page's address, and a function that changes a part of it. A change starts from the current address: the
 * router's own updater starts from the last render, so the second of two quick changes would undo the first. The function stays the same:
 * the rows of long lists are memoised with it.
 */
export function useAddress(): readonly [URLSearchParams, (change: AddressChange, options?: NavigateOptions) => void] {
  const [params, setParams] = useSearchParams();
  const set = useRef(setParams);
  useEffect(() => {
    set.current = setParams;
  });
  const change = useCallback((wanted: AddressChange, options?: NavigateOptions) => {
    const now = new URLSearchParams(window.location.search);
    set.current(typeof wanted === 'function' ? wanted(now) : withValues(now, wanted), options);
  }, []);
  return [params, change];
}
