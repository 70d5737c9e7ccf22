import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Database, LeakwatchError, LOGGER, type Logger, SCHEDULER } from '@leakwatch/platform';
import { type ClaimedDelivery, claimNext, type Outcome, putBack } from './claimed-delivery.store.ts';
import { RecordAttempt } from './record-attempt.ts';
import { SendDelivery } from './send-delivery.ts';
import { Turn } from './turn.domain.ts';

/** An organisation's turn: then the others have theirs. In milliseconds. */
const TURN_MS = 10_000;
/** Deliveries of an organisation that are sent at once. */
const AT_ONCE = 8;
/** Of them those to one webhook: a receiver that does not answer leaves the others room. */
const TO_ONE_AT_ONCE = 4;
/** What becomes due while others are under way waits for this at most. */
const LOOK_MS = 500;
/** After it another process takes the delivery of one that was killed; longer than an attempt takes. */
const LEASE_SECONDS = 30;
/** What could not be tried for a reason of ours is tried again after this. */
const PUT_BACK_SECONDS = 10;

/** A fault of the delivery itself: it fails as other attempts do, so that it ends some day and holds up no other. */
const BODY_FAILED: Outcome = { response_status: null, response_ms: 0, response_excerpt: '', fault: 'body_failed' };

/** Delivers what is due for an organisation, for the time of a turn. */
@Injectable()
export class DeliverWebhooks {
  constructor(
    private readonly database: Database,
    private readonly send: SendDelivery,
    private readonly record: RecordAttempt,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(organisation: string, signal: AbortSignal): Promise<void> {
    const until = Date.now() + TURN_MS;
    const failures: unknown[] = [];
    const mayContinue = () => !signal.aborted && failures.length === 0 && Date.now() < until;
    const underWay = new Set<Promise<void>>();
    const turn = new Turn();
    const begin = (claimed: ClaimedDelivery) => {
      turn.begin(claimed);
      const attempt = this.attempt(claimed, signal)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => {
          underWay.delete(attempt);
          turn.end(claimed.webhook_id);
        });
      underWay.add(attempt);
    };
    try {
      while (mayContinue()) {
        const claimed = underWay.size < AT_ONCE ? await this.claim(organisation, turn) : undefined;
        if (claimed !== undefined) begin(claimed);
        else if (underWay.size > 0) await Promise.race([...underWay, sleep(LOOK_MS)]);
        else break;
      }
    } finally {
      await Promise.all(underWay);
    }
    if (failures.length > 0) throw failures[0];
  }

  private claim(organisation: string, turn: Turn): Promise<ClaimedDelivery | undefined> {
    const claim = { organisation, shares: turn.shares(), toOneAtOnce: TO_ONE_AT_ONCE, leaseSeconds: LEASE_SECONDS };
    return this.database.inScope(SCHEDULER, (em) => claimNext(em, claim));
  }

  private async attempt(claimed: ClaimedDelivery, signal: AbortSignal): Promise<void> {
    try {
      const outcome = await this.outcomeOf(claimed, signal);
      if (!signal.aborted || outcome.response_status !== null) return await this.record.run(claimed, outcome);
    } catch (error) {
      if (!signal.aborted) {
        await this.database.inScope(SCHEDULER, (em) => putBack(em, claimed, PUT_BACK_SECONDS));
        throw error;
      }
    }
    // This process stops in the middle of an attempt: that says nothing about the receiver.
    await this.database.inScope(SCHEDULER, (em) => putBack(em, claimed, 0));
  }

  private async outcomeOf(claimed: ClaimedDelivery, signal: AbortSignal): Promise<Outcome> {
    try {
      return await this.send.run(claimed, signal);
    } catch (error) {
      if (signal.aborted || isOfInstallation(error)) throw error;
      this.logger.error({ delivery: claimed.id, error: String(error) }, 'a delivery could not be made');
      return BODY_FAILED;
    }
  }
}

/** Another service is away or refuses this one: that says nothing about the delivery, nor about the receiver. */
const isOfInstallation = (error: unknown): boolean => error instanceof LeakwatchError && error.code !== 'internal';
