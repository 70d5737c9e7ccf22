import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, newId, SCHEDULER } from '@leakwatch/platform';
import { IN_PLACE, type WaitingPlaces } from '../../waiting-places.ts';
import { whileRenewed } from '../../while-renewed.ts';
import { isLeased, LEASE_SECONDS, leaseMirror, type Mirror, releaseLease, renewLease } from './mirror.store.ts';

const WAIT_MS = 500;

export interface LeaseWish {
  readonly signal: AbortSignal;
  /** The task for which the mirror is read. */
  readonly task?: string | undefined;
}

export interface LeaseWait extends LeaseWish {
  /** IN_PLACE when left out. */
  readonly places?: WaitingPlaces | undefined;
}

/**
 * Waits for the lease of a mirror, and holds and renews it while `work` runs. The signal passed to `work` is aborted when the
 * lease is lost or `signal` is aborted. Throws Superseded when the lease is lost, whatever `work` throws then.
 */
export async function withMirrorLease<T>(
  database: Database,
  mirrorId: string,
  { signal, task, places = IN_PLACE }: LeaseWait,
  work: (mirror: Mirror, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return whileLeased(database, await waitForLease(database, mirrorId, newId(), { signal, task, places }), signal, work);
}

/** As withMirrorLease; undefined, without waiting, where somebody else has the lease. */
export async function withFreeMirror<T>(
  database: Database,
  mirrorId: string,
  { signal, task }: LeaseWish,
  work: (mirror: Mirror, signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const mirror = await database.inScope(SCHEDULER, (em) => leaseMirror(em, mirrorId, newId(), task));
  return mirror && whileLeased(database, mirror, signal, work);
}

async function whileLeased<T>(
  database: Database,
  mirror: Mirror,
  signal: AbortSignal,
  work: (mirror: Mirror, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { id, lease_epoch: epoch } = mirror;
  const renew = () => database.inScope(SCHEDULER, (em) => renewLease(em, id, epoch));
  try {
    return await whileRenewed({ signal, everyMs: (LEASE_SECONDS * 1000) / 3, renew }, (renewed) => work(mirror, renewed));
  } finally {
    await database.inScope(SCHEDULER, (em) => releaseLease(em, id, epoch)).catch(() => undefined);
  }
}

async function waitForLease(
  database: Database,
  mirrorId: string,
  worker: string,
  { signal, task, places }: LeaseWait & { readonly places: WaitingPlaces },
): Promise<Mirror> {
  for (;;) {
    signal.throwIfAborted();
    const mirror = await database.inScope(SCHEDULER, (em) => leaseMirror(em, mirrorId, worker, task));
    if (mirror !== undefined) return mirror;
    await places.whileIdle(async () => {
      do await sleep(WAIT_MS, undefined, { signal });
      while (await database.inScope(SCHEDULER, (em) => isLeased(em, mirrorId)));
      return true;
    }, signal);
  }
}
