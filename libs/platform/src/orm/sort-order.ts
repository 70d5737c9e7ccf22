import { type RawBuilder, sql } from 'kysely';

/** A part of an order, from its smallest value. */
interface SortTerm {
  readonly by: RawBuilder<unknown>;
  /** No value comes before every value. */
  readonly nullable?: boolean;
  /** It falls where the other parts rise, as in the index that serves the order. */
  readonly falls?: boolean;
}
/** The order of each sort of a list. The last part differs in every row, so that pages neither repeat nor miss one. */
export type SortTerms<C extends string> = Readonly<Record<C, readonly [SortTerm, ...SortTerm[]]>>;

const part = ({ by, nullable = false, falls = false }: SortTerm, descending: boolean) => {
  if (descending === falls) return nullable ? sql`${by} asc nulls first` : sql`${by} asc`;
  return nullable ? sql`${by} desc nulls last` : sql`${by} desc`;
};

/** What follows `order by`, for a value of `sort`: a column, or `-` and a column for the reverse, which the same index serves backwards. */
export function sortOrder<C extends string>(sort: C | `-${C}`, terms: SortTerms<C>): RawBuilder<unknown> {
  const descending = sort.startsWith('-');
  const column = descending ? sort.slice(1) : sort;
  const found = Object.entries<SortTerms<C>[C]>(terms).find(([name]) => name === column);
  if (found === undefined) throw new Error(`no order by ${column}`);
  return sql.join(
    found[1].map((term) => part(term, descending)),
    sql`, `,
  );
}
