import { z } from 'zod';
import { queryNumber } from './query-number.ts';

/** The screens offer page sizes up to 100; the selection lists of staff request 1000. */
export const MAX_PAGE_LIMIT = 1000;
export const DEFAULT_PAGE_LIMIT = 10;
/** Largest offset of a list: the cost of a page grows with its offset. */
export const MAX_PAGE_OFFSET = 1_000_000;

export const pageQuery = z.object({
  limit: queryNumber(1, MAX_PAGE_LIMIT).default(DEFAULT_PAGE_LIMIT),
  offset: queryNumber(0, MAX_PAGE_OFFSET).default(0),
});

/** A column of a list that it can be sorted by, with `-` before it for the reverse order. Rows with equal values keep one order over the pages. */
type SortOf<C extends string> = C | `-${C}`;
/** The query parameter `sort` of a list. Without it the list has its own order. */
export const sortBy = <const C extends string>(columns: readonly C[]) =>
  z.enum(columns.flatMap((column): SortOf<C>[] => [column, `-${column}`])).optional();

export const page = <T extends z.ZodType>(item: T) => z.object({ count: z.number().int().nonnegative(), results: z.array(item) });

/** The largest number that PostgreSQL stores as an integer. */
export const INTEGER_MAX = 2_147_483_647;

/** A yes or no in a query. */
export const flag = z.stringbool({ truthy: ['true'], falsy: ['false'] }).meta({ enum: ['true', 'false'] });

/** Rises with every change of what staff edit. */
export const editVersion = z.number().int().positive().max(INTEGER_MAX);
/** The version that the form began with. While the thing has another one the change is refused; without a version it is made in any case. */
export const seenVersion = { version: editVersion.optional() };

export const idParams = z.object({ id: z.uuid() });
export const done = z.object({ ok: z.literal(true) });
