import { useState } from 'react';
import { readStored, writeStored } from '../../../shared/lib/storage.ts';

export const COLUMNS = ['title', 'state', 'confirmed', 'sources', 'author', 'created', 'recipients'] as const;
export type Column = (typeof COLUMNS)[number];
/** The title column cannot be hidden: a row without a title is useless. */
export const OPTIONAL_COLUMNS: readonly Column[] = ['state', 'confirmed', 'sources', 'author', 'created', 'recipients'];
const KEY = 'leakwatch.tasks.hidden-columns';

/** The columns that this browser shows, and the function that shows or hides one. */
export function useColumns(): { readonly shown: readonly Column[]; readonly toggle: (column: Column) => void } {
  const [hidden, setHidden] = useState(() => {
    const stored = (readStored(KEY) ?? '').split(' ');
    return OPTIONAL_COLUMNS.filter((column) => stored.includes(column));
  });
  const toggle = (column: Column) => {
    const next = hidden.includes(column) ? hidden.filter((one) => one !== column) : [...hidden, column];
    writeStored(KEY, next.length === 0 ? null : next.join(' '));
    setHidden(next);
  };
  return { shown: COLUMNS.filter((column) => !hidden.includes(column)), toggle };
}
