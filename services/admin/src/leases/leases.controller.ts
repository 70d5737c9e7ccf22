import { Controller } from '@nestjs/common';
import { type InputOf, internalEndLease, internalLease, internalLeaseAvailability, internalRenewLease } from '@leakwatch/contracts';
import { Database, FromRequest, SCHEDULER, Serves } from '@leakwatch/platform';
import { availability } from './candidates.ts';
import { EndLease } from './end-lease.ts';
import { LeaseAccess } from './lease-access.ts';
import { renewLease } from './lease.store.ts';

@Controller()
export class LeasesController {
  constructor(
    private readonly database: Database,
    private readonly leaseAccess: LeaseAccess,
    private readonly endLease: EndLease,
  ) {}

  @Serves(internalLease)
  post(@FromRequest() { body }: InputOf<typeof internalLease>) {
    return this.leaseAccess.run(body);
  }

  @Serves(internalLeaseAvailability)
  postAvailability(@FromRequest() { body }: InputOf<typeof internalLeaseAvailability>) {
    return this.database.inScope(SCHEDULER, (em) => availability(em, body));
  }

  @Serves(internalRenewLease)
  async postRenew(@FromRequest() { body }: InputOf<typeof internalRenewLease>) {
    return { held: await this.database.inScope(SCHEDULER, (em) => renewLease(em, body)) };
  }

  @Serves(internalEndLease)
  async postEnd(@FromRequest() { body }: InputOf<typeof internalEndLease>) {
    await this.endLease.run(body.lease, body.outcome);
    return { ok: true };
  }
}
