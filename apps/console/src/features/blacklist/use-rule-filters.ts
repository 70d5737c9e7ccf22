import type { NavigateOptions } from 'react-router-dom';
import { DEFAULT_PAGE_SIZE, readPaging } from '../../shared/lib/paging.ts';
import { useAddress } from '../../shared/lib/use-address.ts';

interface RuleFilters {
  readonly rule: string;
  readonly org: string | null;
  readonly page: number;
  readonly size: number;
}

/** The dialog of a new rule; the dialog of an existing one is named by its id. */
export const NEW_DIALOG = 'new';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const readId = (text: string | null): string | null => (text !== null && UUID.test(text) ? text : null);

const readFilters = (params: URLSearchParams): RuleFilters => ({
  rule: params.get('rule') ?? '',
  org: readId(params.get('org')),
  ...readPaging(params),
});

function writeFilters({ rule, org, page, size }: RuleFilters): URLSearchParams {
  const params = new URLSearchParams();
  if (rule !== '') params.set('rule', rule);
  if (org !== null) params.set('org', org);
  if (page !== 1) params.set('page', String(page));
  if (size !== DEFAULT_PAGE_SIZE) params.set('size', String(size));
  return params;
}

/** The state of the list and its open dialog, kept in the URL. */
export function useRuleFilters() {
  const [params, changeAddress] = useAddress();
  const filters = readFilters(params);
  const dialog = params.get('dialog');
  // Replaces the history entry; otherwise each typed letter would be a step of "back".
  const change = (wanted: Partial<RuleFilters>, options: NavigateOptions = { replace: wanted.rule !== undefined }) =>
    changeAddress((now) => writeFilters({ ...readFilters(now), page: 1, ...wanted }), options);
  return {
    ...filters,
    change,
    dialog: dialog === NEW_DIALOG ? NEW_DIALOG : readId(dialog),
    show: (shown: string | null) => changeAddress({ dialog: shown }, { preventScrollReset: true }),
    paging: {
      page: filters.page,
      size: filters.size,
      asked: { limit: filters.size, offset: (filters.page - 1) * filters.size },
      go: (page: number, size: number, options?: NavigateOptions) => change({ page, size }, options),
    },
  };
}
