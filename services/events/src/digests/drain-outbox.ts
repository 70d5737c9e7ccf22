import { type Database, type Logger, SCHEDULER } from '@leakwatch/platform';
import { claimDigest, type ClaimedDigests, type DigestOutbox, dropDigest, markSent, tryAgainIn } from './digest-outbox.store.ts';

/** Pauses after a failed try, in seconds; the last one repeats. */
const PAUSES_SECONDS = [5, 30, 60, 300];
/** Who is away for a long weekend misses nothing; what is refused for longer will never be taken. */
const GIVE_UP_MS = 4 * 86_400_000;

interface Drain<O extends DigestOutbox> {
  readonly database: Database;
  readonly logger: Logger;
  readonly outbox: O;
  /** Says whether it was taken, or that there is nobody for it any more. Throws when it is to be tried again. */
  readonly deliver: (digest: ClaimedDigests[O]) => Promise<'taken' | 'nobody'>;
}

/**
 * Delivers what is due of an outbox, and returns how much was taken. A digest is marked before it is tried and after it
 * was taken; what is refused, or never arrived, is tried again. Only a process that dies (or a connection that is cut)
 * between the taking and the mark leaves a doubt: that digest is delivered again under the same id, by which whoever
 * takes it knows it.
 */
export async function drainOutbox<O extends DigestOutbox>(drain: Drain<O>): Promise<number> {
  const { database, outbox } = drain;
  for (let taken = 0; ; ) {
    const digest = await database.inScope(SCHEDULER, (em) => claimDigest(em, outbox));
    if (digest === undefined) return taken;
    if (await handle(drain, digest)) taken += 1;
  }
}

async function handle<O extends DigestOutbox>(drain: Drain<O>, digest: ClaimedDigests[O]): Promise<boolean> {
  let outcome: 'taken' | 'nobody';
  try {
    outcome = await drain.deliver(digest);
  } catch (error) {
    await putBack(drain, digest, error);
    return false;
  }
  const close = outcome === 'taken' ? markSent : dropDigest;
  await drain.database.inScope(SCHEDULER, (em) => close(em, drain.outbox, digest.id));
  return outcome === 'taken';
}

async function putBack<O extends DigestOutbox>({ database, logger, outbox }: Drain<O>, digest: ClaimedDigests[O], error: unknown) {
  const { id, task_id: task, attempts, created } = digest;
  const over = Date.now() - created.getTime() > GIVE_UP_MS;
  logger[over ? 'error' : 'warn'](
    { outbox, digest: id, task, attempts, error: String(error) },
    over ? 'digest given up' : 'digest not sent',
  );
  const pause = PAUSES_SECONDS[Math.min(attempts, PAUSES_SECONDS.length) - 1] ?? 0;
  await database.inScope(SCHEDULER, (em) => (over ? dropDigest(em, outbox, id) : tryAgainIn(em, outbox, id, pause)));
}
