import { SERVICE_ACCOUNT_SOURCES, type ServiceAccountSource } from '@leakwatch/vocabulary';
import { readId } from '../../shared/lib/read-id.ts';
import { useAddress } from '../../shared/lib/use-address.ts';

interface AccountFilters {
  readonly org: string | null;
  readonly source: ServiceAccountSource | null;
}

/** The filters of the list, kept in the address. A change opens the first page. */
export function useAccountFilters() {
  const [params, changeAddress] = useAddress();
  const org = readId(params, 'org');
  const source = SERVICE_ACCOUNT_SOURCES.find((one) => one === params.get('source')) ?? null;
  const change = (wanted: Partial<AccountFilters>) => changeAddress({ org, source, ...wanted, page: null });
  const asked = { ...(org !== null && { company: org }), ...(source !== null && { source_type: source }) };
  return { org, source, asked, filtered: org !== null || source !== null, change };
}
