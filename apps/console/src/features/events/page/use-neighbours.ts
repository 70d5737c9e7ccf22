import { useNavigate } from 'react-router-dom';
import { readFilters, toQuery, writeFilters } from '../filters/event-filters.ts';
import { useEventNeighboursQuery } from './api.ts';

export interface Neighbours {
  /** Addresses; null where the list ends, or is not known yet. */
  readonly previous: string | null;
  readonly next: string | null;
  /** The list with its filters. */
  readonly list: string;
  readonly go: (address: string | null) => void;
}

/** The events before and behind one in the list from which the person came; the query of the address holds its filters. */
export function useNeighbours(id: string, params: URLSearchParams): Neighbours {
  const navigate = useNavigate();
  const filters = readFilters(params);
  const { limit: _limit, offset: _offset, ...query } = toQuery(filters);
  const { currentData } = useEventNeighboursQuery({ id, filters: query });
  const search = writeFilters(filters).toString();
  const address = (of: string | null | undefined) => (of === null || of === undefined ? null : `/events/${of}?${search}`);
  return {
    previous: address(currentData?.previous),
    next: address(currentData?.next),
    list: search === '' ? '/' : `/?${search}`,
    go: (to) => to !== null && void navigate(to),
  };
}
