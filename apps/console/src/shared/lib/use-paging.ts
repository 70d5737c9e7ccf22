import { useSearchParams } from 'react-router-dom';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES, readPaging } from './paging.ts';

export interface Paging {
  readonly page: number;
  readonly size: number;
  readonly asked: { readonly limit: number; readonly offset: number };
  readonly go: (page: number, size: number) => void;
}

/** Page and size of a list, kept in the URL beside whatever else stands there. */
export function usePaging(otherwise: number = DEFAULT_PAGE_SIZE): Paging {
  const [params, setParams] = useSearchParams();
  const { page, size } = readPaging(params, PAGE_SIZES, otherwise);
  const go = (toPage: number, toSize: number) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.set('page', String(toPage));
      next.set('size', String(toSize));
      return next;
    });
  return { page, size, asked: { limit: size, offset: (page - 1) * size }, go };
}
