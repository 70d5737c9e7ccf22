import type { EventRow } from '@leakwatch/contracts';
import { useCallback } from 'react';
import { useAddress } from '../../../shared/lib/use-address.ts';

const STAY = { preventScrollReset: true };

/** The event whose similar events are open, which the URL holds, and the functions that open and close them. */
export function useSimilarEvent(events: readonly EventRow[]) {
  const [params, change] = useAddress();
  const id = params.get('similar');
  const open = useCallback((event: EventRow) => change({ similar: event.id }, STAY), [change]);
  const close = useCallback(() => change({ similar: null }, STAY), [change]);
  return { event: events.find((one) => one.id === id), open, close };
}
