import type { EventRow } from '@leakwatch/contracts';
import { useCallback } from 'react';
import { useAddress } from '../../../shared/lib/use-address.ts';

const STAY = { preventScrollReset: true };

/** The event whose text is open, which the URL holds, and the functions that open and close it. */
export function useTextEvent(events: readonly EventRow[]) {
  const [params, change] = useAddress();
  const id = params.get('text');
  const open = useCallback(
    (event: EventRow) => {
      if (event.backup_storage_status === 'in_storage') change({ text: event.id }, STAY);
    },
    [change],
  );
  const close = useCallback(() => change({ text: null }, STAY), [change]);
  return { event: events.find((one) => one.id === id), open, close };
}
