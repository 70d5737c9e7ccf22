import type { PoolCheck } from '@leakwatch/contracts';
import { useState } from 'react';

/** A crawler changes the state of accounts and proxies at any time, without a live update; in milliseconds. */
const POLL_MS = 10_000;
/** While staff wait for a check. The service ends the wait: a check that nobody answers is unanswered after some minutes. */
const CHECK_POLL_MS = 2_000;

/** Options of a list of the pool: it is read again while the window has the focus. */
export const POLLED = { pollingInterval: POLL_MS, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true } as const;

interface Checked {
  readonly check: PoolCheck | null;
}

/** As POLLED, and oftener while a check of a row waits. `watch` is given the rows that are shown. */
export function usePolledChecks() {
  const [waits, setWaits] = useState(false);
  const watch = (rows: readonly Checked[]) => {
    const isWaiting = rows.some(({ check }) => check?.state === 'waiting');
    if (isWaiting !== waits) setWaits(isWaiting);
  };
  return { options: { ...POLLED, pollingInterval: waits ? CHECK_POLL_MS : POLL_MS }, watch };
}
