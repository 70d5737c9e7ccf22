import { PROXY_STATES } from '@leakwatch/vocabulary';
import { useAddress } from '../../shared/lib/use-address.ts';
import { readId } from '../../shared/lib/read-id.ts';

/** States that the list can be narrowed to. A busy proxy is ready a moment later. */
export const FILTERED_STATES = PROXY_STATES.filter((state) => state !== 'busy');
type FilteredState = (typeof FILTERED_STATES)[number];

interface ProxyFilters {
  readonly org: string | null;
  readonly state: FilteredState | null;
}

/** The filters of the list, kept in the address. A change opens the first page. */
export function useProxyFilters() {
  const [params, changeAddress] = useAddress();
  const org = readId(params, 'org');
  const state = FILTERED_STATES.find((one) => one === params.get('state')) ?? null;
  const change = (wanted: Partial<ProxyFilters>) => changeAddress({ org, state, ...wanted, page: null });
  const asked = { ...(org !== null && { company: org }), ...(state !== null && { state }) };
  return { org, state, asked, filtered: org !== null || state !== null, change };
}
