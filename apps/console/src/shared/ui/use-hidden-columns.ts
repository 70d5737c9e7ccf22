import { useState } from 'react';
import { readStored, writeStored } from '../lib/storage.ts';

/** The columns of a table that this browser hides. The ids are stored, so that a column of a later version is shown. */
export function useHiddenColumns(table: string | undefined, offered: readonly string[]) {
  const key = `leakwatch.columns.${table ?? ''}`;
  const [stored, setStored] = useState<readonly string[]>(() => (table === undefined ? [] : (readStored(key)?.split(' ') ?? [])));
  const hidden = offered.filter((id) => stored.includes(id));
  const keep = (ids: readonly string[]) => {
    writeStored(key, ids.length === 0 ? null : ids.join(' '));
    setStored(ids);
  };
  const toggle = (id: string) => keep(hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id]);
  return { hidden, toggle, reset: () => keep([]) };
}
