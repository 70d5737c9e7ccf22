import type { AuditFilters } from '@leakwatch/contracts';
import { ALL_AUDIT_KINDS } from '@leakwatch/vocabulary';
import { readId } from '../../shared/lib/read-id.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** The names that the filters have in the address; days are `YYYY-MM-DD` in the browser's zone. */
export const FILTER_NAMES = ['person', 'org', 'kind', 'from', 'to', 'text'] as const;

export const dayOf = (params: URLSearchParams, name: 'from' | 'to'): string => {
  const day = params.get(name) ?? '';
  return DAY.test(day) && !Number.isNaN(Date.parse(day)) ? day : '';
};

/** The first or the last millisecond of a day in the browser's zone. */
const edgeOf = (day: string, edge: '00:00:00.000' | '23:59:59.999'): string => new Date(`${day}T${edge}`).toISOString();

/** The filters of an address as the API takes them; what is no filter is left out. */
export function filtersOf(params: URLSearchParams): AuditFilters {
  const [from, to] = [dayOf(params, 'from'), dayOf(params, 'to')];
  const [person, text] = [(params.get('person') ?? '').trim(), (params.get('text') ?? '').trim()];
  const organisation = readId(params, 'org');
  const kind = ALL_AUDIT_KINDS.find((one) => one === params.get('kind'));
  return {
    ...(person !== '' && { person }),
    ...(organisation !== null && { organisation }),
    ...(kind !== undefined && { kind }),
    ...(from !== '' && { from: edgeOf(from, '00:00:00.000') }),
    ...(to !== '' && { to: edgeOf(to, '23:59:59.999') }),
    ...(text !== '' && { text }),
  };
}
