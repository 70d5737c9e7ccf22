import { type Database, deliverDue, type Logger, type Outbox, type OutboxPolicy, SCHEDULER } from '@leakwatch/platform';
import { claimDigest, type ClaimedDigests, completeDigest, type DigestOutbox, dropDigest, retryDigestIn } from './digest-outbox.store.ts';

const POLICY: OutboxPolicy = {
  name: 'digest',
  pausesSeconds: [5, 30, 60, 300],
  // A receiver that is away for a long weekend misses nothing; what is refused for longer will never be accepted.
  giveUpMs: 4 * 86_400_000,
};

interface Delivery<O extends DigestOutbox> {
  readonly database: Database;
  readonly logger: Logger;
  readonly outbox: O;
  readonly deliver: Outbox<ClaimedDigests[O]>['deliver'];
}

/**
 * Delivers what is due of an outbox, and returns how many digests were delivered. Only a process that dies, or a
 * connection that is cut, between the delivery and its record leaves a doubt: that digest is delivered again under the
 * same id, by which the receiver recognises it.
 */
export function deliverDigests<O extends DigestOutbox>({ database, logger, outbox, deliver }: Delivery<O>): Promise<number> {
  return deliverDue<ClaimedDigests[O]>({
    policy: POLICY,
    logger,
    claim: () => database.inScope(SCHEDULER, (em) => claimDigest(em, outbox)),
    deliver,
    complete: ({ id }) => database.inScope(SCHEDULER, (em) => completeDigest(em, outbox, id)),
    drop: ({ id }) => database.inScope(SCHEDULER, (em) => dropDigest(em, outbox, id)),
    retryIn: ({ id }, seconds) => database.inScope(SCHEDULER, (em) => retryDigestIn(em, outbox, id, seconds)),
  });
}
