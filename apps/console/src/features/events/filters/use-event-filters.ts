import { useCallback, useEffect, useMemo } from 'react';
import { readStored, writeStored } from '../../../shared/lib/storage.ts';
import { useAddress } from '../../../shared/lib/use-address.ts';
import {
  changeFilters,
  DEFAULT_ROWS,
  type EventFilters,
  type FilterChange,
  readFilters,
  ROW_CHOICES,
  type RowChoice,
  writeFilters,
} from './event-filters.ts';

const ROWS_KEY = 'leakwatch.rows';
/** What a row was when the person last chose it in this browser. */
const storedRows = (): RowChoice => ROW_CHOICES.find((choice) => choice === readStored(ROWS_KEY)) ?? DEFAULT_ROWS;

/** The address says what a row is wherever the address without it would show other rows. */
function addressOf(filters: EventFilters): URLSearchParams {
  const params = writeFilters(filters);
  if (filters.rows !== storedRows()) params.set('rows', filters.rows);
  return params;
}

/** The state of the list, kept in the URL, so that a copied link shows the same list. */
export function useEventFilters(): { filters: EventFilters; change: (change: FilterChange) => void; clear: () => void } {
  const [params, changeAddress] = useAddress();
  const filters = useMemo(() => readFilters(params, storedRows()), [params]);
  const change = useCallback(
    (wanted: FilterChange) => {
      if (wanted.rows !== undefined) writeStored(ROWS_KEY, wanted.rows);
      changeAddress((now) => addressOf(changeFilters(readFilters(now, storedRows()), wanted)));
    },
    [changeAddress],
  );
  const clear = useCallback(() => changeAddress(() => new URLSearchParams()), [changeAddress]);
  // What is remembered belongs to the address too: whoever gets the link sees the same rows.
  const unsaid = filters.rows !== DEFAULT_ROWS && !params.has('rows') ? filters.rows : null;
  useEffect(() => {
    if (unsaid !== null) changeAddress({ rows: unsaid }, { replace: true, preventScrollReset: true });
  }, [unsaid, changeAddress]);
  return { filters, change, clear };
}
