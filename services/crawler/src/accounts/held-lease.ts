import { internalEndLease, internalRenewLease, type LeaseOutcome, type LeaseReference } from '@leakwatch/contracts';
import { asService, newId, type ServiceClients } from '@leakwatch/platform';
import { POOL_LEASE_SECONDS } from '@leakwatch/vocabulary';
import { UpstreamError } from './upstream-error.ts';

const LEASE_MS = POOL_LEASE_SECONDS * 1000;
/** A renewal may fail twice before the lease is over. */
export const RENEW_MS = LEASE_MS / 3;

/** As which the crawler calls the admin service. */
export const crawlerCaller = () => asService('crawler', newId());

/** A lease that is renewed until it is ended. */
export class HeldLease {
  /** Aborted when the lease is lost, with an UpstreamError unavailable: another worker may use the account from then on. */
  readonly lost: AbortSignal;
  private readonly losing = new AbortController();
  private readonly renewing: NodeJS.Timeout;
  private renewed: number;

  /** @param asked when the lease was asked for, by `performance.now()`: it lasts from then at the least */
  constructor(
    private readonly services: ServiceClients,
    private readonly lease: LeaseReference,
    asked: number,
    renewMs: number,
  ) {
    this.lost = this.losing.signal;
    this.renewed = asked;
    this.renewing = setInterval(() => void this.renew(), renewMs);
  }

  /** @throws Unavailable when the admin service does not answer: the lease then ends by itself */
  async end(outcome: LeaseOutcome): Promise<void> {
    clearInterval(this.renewing);
    await this.services.call(internalEndLease, crawlerCaller(), { body: { lease: this.lease, outcome } });
  }

  private async renew(): Promise<void> {
    const asked = performance.now();
    const held = await this.services.call(internalRenewLease, crawlerCaller(), { body: this.lease }).then(
      (answer) => answer.held,
      // The lease is not lost because the service is away for a moment.
      () => undefined,
    );
    if (held === true) this.renewed = asked;
    else if (held === false || performance.now() - this.renewed > LEASE_MS) {
      clearInterval(this.renewing);
      this.losing.abort(new UpstreamError('unavailable', { text: 'the lease of the account was lost' }));
    }
  }
}
