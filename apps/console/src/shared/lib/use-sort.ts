import { nextSort, readSort, type Sort } from './sorting.ts';
import { useAddress } from './use-address.ts';

/** How a table shows its order and asks for another one. */
export interface Sorting {
  /** The ids of the columns that the list can be sorted by. */
  readonly columns: readonly string[];
  readonly sort: string | null;
  readonly press: (column: string) => void;
}

/** The order of a list, kept in the URL. Another order opens the first page. `prefix` as for the paging of the list. */
export function useSort<C extends string>(columns: readonly C[], prefix = '') {
  const [params, change] = useAddress();
  const sort: Sort<C> = readSort(params.get(`${prefix}sort`), columns);
  const press = (pressed: string) => {
    const column = columns.find((one) => one === pressed);
    if (column !== undefined) change({ [`${prefix}sort`]: nextSort(sort, column), [`${prefix}page`]: null });
  };
  const sorting: Sorting = { columns, sort, press };
  return { sorting, asked: sort === null ? {} : { sort } };
}
