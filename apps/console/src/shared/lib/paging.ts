export const PAGE_SIZES = [10, 20, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 10;

/** Page (from 1) and size as a URL holds them; what is not offered falls back to the defaults. */
export function readPaging(
  params: URLSearchParams,
  sizes: readonly number[] = PAGE_SIZES,
  otherwise: number = DEFAULT_PAGE_SIZE,
): { readonly page: number; readonly size: number } {
  const page = Number.parseInt(params.get('page') ?? '', 10);
  const size = sizes.find((offered) => String(offered) === params.get('size'));
  return { page: page >= 1 && page <= 10_000 ? page : 1, size: size ?? otherwise };
}

/** Badges say `999+` instead of more (spec/1-console section 9). */
export const capCount = (count: number): string => (count > 999 ? '999+' : String(count));
