import type { NavigateOptions } from 'react-router-dom';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES, readPaging } from './paging.ts';
import { useAddress } from './use-address.ts';

export interface Paging {
  readonly page: number;
  readonly size: number;
  readonly asked: { readonly limit: number; readonly offset: number };
  readonly go: (page: number, size: number, options?: NavigateOptions) => void;
}

/** Page and page size of a list, kept in the URL. */
export function usePaging(otherwise: number = DEFAULT_PAGE_SIZE): Paging {
  const [params, change] = useAddress();
  const { page, size } = readPaging(params, PAGE_SIZES, otherwise);
  const go: Paging['go'] = (toPage, toSize, options) => change({ page: String(toPage), size: String(toSize) }, options);
  return { page, size, asked: { limit: size, offset: (page - 1) * size }, go };
}
