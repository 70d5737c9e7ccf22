import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { changeFilters, type EventFilters, type FilterChange, readFilters, writeFilters } from './event-filters.ts';

/** The list's state, which lives in the URL: a copied link shows a colleague the same thing. */
export function useEventFilters(): { filters: EventFilters; change: (change: FilterChange) => void; clear: () => void } {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => readFilters(params), [params]);
  const change = useCallback(
    (wanted: FilterChange) => setParams((now) => writeFilters(changeFilters(readFilters(now), wanted))),
    [setParams],
  );
  const clear = useCallback(() => setParams(new URLSearchParams()), [setParams]);
  return { filters, change, clear };
}
