/** A column, or `-` and a column for the reverse; null for the list's own order. */
export type Sort<C extends string> = C | `-${C}` | null;

/** The sort that an address names; any other value falls back to the list's own order. */
export function readSort<C extends string>(value: string | null, columns: readonly C[]): Sort<C> {
  for (const column of columns) {
    if (value === column) return column;
    if (value === `-${column}`) return `-${column}`;
  }
  return null;
}

/** What a press on the head of a column leads to: the column rising, then falling, then the list's own order again. */
export function nextSort<C extends string>(now: Sort<C>, column: C): Sort<C> {
  if (now === column) return `-${column}`;
  return now === `-${column}` ? null : column;
}

export type Direction = 'ascending' | 'descending' | 'none';

export function directionOf(now: string | null, column: string): Direction {
  if (now === column) return 'ascending';
  return now === `-${column}` ? 'descending' : 'none';
}
