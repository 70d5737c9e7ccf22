import type { NavigateOptions } from 'react-router-dom';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES, readPaging } from './paging.ts';
import { useAddress } from './use-address.ts';

export interface Paging {
  readonly page: number;
  readonly size: number;
  /** The page sizes to choose from, where they are not the usual ones. */
  readonly sizes?: readonly number[];
  readonly asked: { readonly limit: number; readonly offset: number };
  readonly go: (page: number, size: number, options?: NavigateOptions) => void;
}

/** Page and page size of a list, kept in the URL. A page with several lists gives each a prefix of its names there. */
export function usePaging(otherwise: number = DEFAULT_PAGE_SIZE, prefix = '', sizes: readonly number[] = PAGE_SIZES): Paging {
  const [params, change] = useAddress();
  const { page, size } = readPaging(params, sizes, otherwise, prefix);
  const go: Paging['go'] = (toPage, toSize, options) =>
    change({ [`${prefix}page`]: String(toPage), [`${prefix}size`]: String(toSize) }, options);
  return { page, size, sizes, asked: { limit: size, offset: (page - 1) * size }, go };
}
