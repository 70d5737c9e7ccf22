interface Row {
  readonly id: string;
}
type Value = string | number | null;

interface SortedList<R extends Row> {
  /** The value by which each column sorts a row. */
  readonly keys: Readonly<Record<string, (row: R) => Value>>;
  /** Columns whose equal values are in the reverse order of ids. */
  readonly falling?: readonly string[];
  readonly list: (query: string) => Promise<{ readonly results: readonly R[] }>;
}

const compare = (one: Value, other: Value): number => {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return one < other ? -1 : 1;
};

/** Reads a list in pages of `size` rows under each sort, and returns the sorts whose rows are not those of a plain sort. */
export async function wrongSorts<R extends Row>({ keys, falling = [], list }: SortedList<R>, size: number): Promise<string[]> {
  const { results: all } = await list('limit=1000&offset=0');
  if (all.length <= size) throw new Error(`${all.length} rows make no two pages`);
  const wrong: string[] = [];
  for (const [column, key] of Object.entries(keys)) {
    const tie = falling.includes(column) ? -1 : 1;
    const sorted = all.toSorted((one, other) => compare(key(one), key(other)) || tie * compare(one.id, other.id)).map(({ id }) => id);
    for (const [sort, wanted] of [
      [column, sorted],
      [`-${column}`, sorted.toReversed()],
    ] as const) {
      const found: string[] = [];
      for (let offset = 0; offset < all.length; offset += size) {
        const { results } = await list(`limit=${size}&offset=${offset}&sort=${sort}`);
        found.push(...results.map(({ id }) => id));
      }
      if (found.join() !== wanted.join()) wrong.push(sort);
    }
  }
  return wrong;
}
