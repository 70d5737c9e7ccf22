import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, newId, SCHEDULER } from '@leakwatch/platform';
import { LEASE_SECONDS, leaseMirror, type Mirror, releaseLease, renewLease } from './mirror.store.ts';

const WAIT_MS = 500;

/**
 * Holds the lease of a mirror while `work` runs, renewing it; waits for it first. The signal that `work` gets is
 * aborted when the lease is lost or `signal` is.
 */
export async function withMirrorLease<T>(
  database: Database,
  mirrorId: string,
  signal: AbortSignal,
  work: (mirror: Mirror, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const worker = newId();
  const mirror = await waitForLease(database, mirrorId, worker, signal);
  const lost = new AbortController();
  const renewing = setInterval(
    () => {
      database
        .inScope(SCHEDULER, (em) => renewLease(em, mirrorId, mirror.lease_epoch))
        .then((held) => held || lost.abort(new Error('the lease of the mirror was lost')))
        // A database that is away for a moment is no lost lease; what is written later checks the epoch.
        .catch(() => undefined);
    },
    (LEASE_SECONDS * 1000) / 3,
  );
  try {
    return await work(mirror, AbortSignal.any([signal, lost.signal]));
  } finally {
    clearInterval(renewing);
    await database.inScope(SCHEDULER, (em) => releaseLease(em, mirrorId, mirror.lease_epoch)).catch(() => undefined);
  }
}

async function waitForLease(database: Database, mirrorId: string, worker: string, signal: AbortSignal): Promise<Mirror> {
  for (;;) {
    signal.throwIfAborted();
    const mirror = await database.inScope(SCHEDULER, (em) => leaseMirror(em, mirrorId, worker));
    if (mirror !== undefined) return mirror;
    await sleep(WAIT_MS, undefined, { signal });
  }
}
