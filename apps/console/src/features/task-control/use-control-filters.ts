import { readId } from '../../shared/lib/read-id.ts';
import { useAddress } from '../../shared/lib/use-address.ts';

/** What the text is searched in. */
export const SEARCH_FIELDS = ['title', 'author'] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];

interface ControlFilters {
  readonly org: string | null;
  readonly field: SearchField;
  readonly text: string;
}

/** The filters of the list, kept in the address. A change opens the first page. */
export function useControlFilters() {
  const [params, changeAddress] = useAddress();
  const filters: ControlFilters = {
    org: readId(params, 'org'),
    field: SEARCH_FIELDS.find((field) => field === params.get('field')) ?? 'title',
    text: params.get('text') ?? '',
  };
  const change = (wanted: Partial<ControlFilters>) => {
    const { org: company, field, text } = { ...filters, ...wanted };
    const values = { org: company, field: field === 'title' ? null : field, text: text === '' ? null : text, page: null };
    // Replaces the history entry; otherwise each typed letter would be a step of "back".
    changeAddress(values, { replace: wanted.text !== undefined });
  };
  const asked = {
    ...(filters.org !== null && { org: filters.org }),
    ...(filters.text !== '' && { [filters.field]: filters.text }),
  };
  return { ...filters, asked, filtered: filters.org !== null || filters.text !== '', change };
}
