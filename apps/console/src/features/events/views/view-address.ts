import type { EventView } from '@leakwatch/contracts';
import { type EventFilters, readFilters, writeFilters } from '../filters/event-filters.ts';

/** The query of the list that a view shows. It is the address of its filters: a view has no other. */
export function viewQuery({ filters, sort }: Pick<EventView, 'filters' | 'sort'>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filters ?? {}))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) params.append(name, String(one));
  if (sort !== undefined) params.set('sort', sort);
  return queryOf(readFilters(params));
}

/** The query of filters without the place in the list. */
export function queryOf(filters: EventFilters): string {
  const params = writeFilters(filters);
  params.delete('page');
  params.delete('size');
  params.delete('rows');
  return params.toString();
}
