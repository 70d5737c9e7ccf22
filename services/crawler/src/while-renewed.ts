import { Superseded } from './superseded.ts';

export interface Renewal {
  readonly signal: AbortSignal;
  readonly everyMs: number;
  /** False when what is renewed was lost. */
  readonly renew: () => Promise<boolean>;
}

/**
 * Renews a lease while `work` runs. The signal passed to `work` is aborted when the lease is lost or `signal` is aborted. Throws Superseded
 * when the lease is lost, whatever `work` throws then.
 */
export async function whileRenewed<T>({ signal, everyMs, renew }: Renewal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const lost = new AbortController();
  const renewing = setInterval(() => {
    renew()
      .then((held) => held || lost.abort(new Superseded()))
      // The lease is not lost because the database is away for a moment; later writes check that it is held.
      .catch(() => undefined);
  }, everyMs);
  try {
    return await work(AbortSignal.any([signal, lost.signal]));
  } catch (error) {
    throw lost.signal.aborted ? lost.signal.reason : error;
  } finally {
    clearInterval(renewing);
  }
}
