import { Injectable } from '@nestjs/common';
import { Database, SCHEDULER } from '@leakwatch/platform';
import { type ClaimedDelivery, claimNext, putBack } from './delivery.store.ts';
import { RecordAttempt } from './record-attempt.ts';
import { SendDelivery } from './send-delivery.ts';

/** An organisation's turn: then the others have theirs. In milliseconds. */
const TURN_MS = 10_000;
/** Deliveries of an organisation that are sent at once, so that one slow answer does not hold the others. */
const AT_ONCE = 4;
/** After it another process takes the delivery of one that was killed; longer than an attempt takes. */
const LEASE_SECONDS = 30;
/** What could not be tried for a reason of ours is tried again after this. */
const PUT_BACK_SECONDS = 10;

/** Delivers what is due for an organisation, for the time of a turn. */
@Injectable()
export class DeliverWebhooks {
  constructor(
    private readonly database: Database,
    private readonly send: SendDelivery,
    private readonly record: RecordAttempt,
  ) {}

  async run(organisation: string, signal: AbortSignal): Promise<void> {
    const until = Date.now() + TURN_MS;
    const mayContinue = () => !signal.aborted && Date.now() < until;
    const lane = async () => {
      while (mayContinue()) {
        const claimed = await this.database.inScope(SCHEDULER, (em) => claimNext(em, organisation, LEASE_SECONDS));
        if (claimed === undefined) return;
        await this.attempt(claimed, signal);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  }

  private async attempt(claimed: ClaimedDelivery, signal: AbortSignal): Promise<void> {
    try {
      const outcome = await this.send.run(claimed, signal);
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
}
