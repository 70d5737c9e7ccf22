// In place of services/crawler/src/while-renewed.ts: a worker goes on when its lease is lost.
import type { Renewal } from '../../../../services/crawler/src/while-renewed.ts';

export async function whileRenewed<T>({ signal, everyMs, renew }: Renewal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const renewing = setInterval(() => void renew().catch(() => undefined), everyMs);
  try {
    return await work(signal);
  } finally {
    clearInterval(renewing);
  }
}
