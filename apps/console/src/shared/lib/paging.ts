export const PAGE_SIZES = [10, 20, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 10;

/** Page (from 1) and page size of a URL; invalid values fall back to the defaults. `prefix` begins the names of one of several lists. */
export function readPaging(
  params: URLSearchParams,
  sizes: readonly number[] = PAGE_SIZES,
  otherwise: number = DEFAULT_PAGE_SIZE,
  prefix = '',
): { readonly page: number; readonly size: number } {
  const page = Number.parseInt(params.get(`${prefix}page`) ?? '', 10);
  const size = sizes.find((offered) => String(offered) === params.get(`${prefix}size`));
  return { page: page >= 1 && page <= 10_000 ? page : 1, size: size ?? otherwise };
}

/** Badges show at most `999+`. */
export const capCount = (count: number): string => (count > 999 ? '999+' : String(count));
