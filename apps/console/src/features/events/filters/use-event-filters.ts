import { useCallback, useMemo } from 'react';
import { useAddress } from '../../../shared/lib/use-address.ts';
import { changeFilters, type EventFilters, type FilterChange, readFilters, writeFilters } from './event-filters.ts';

/** The state of the list, kept in the URL, so that a copied link shows the same list. */
export function useEventFilters(): { filters: EventFilters; change: (change: FilterChange) => void; clear: () => void } {
  const [params, changeAddress] = useAddress();
  const filters = useMemo(() => readFilters(params), [params]);
  const change = useCallback(
    (wanted: FilterChange) => changeAddress((now) => writeFilters(changeFilters(readFilters(now), wanted))),
    [changeAddress],
  );
  const clear = useCallback(() => changeAddress(() => new URLSearchParams()), [changeAddress]);
  return { filters, change, clear };
}
