import { Inject, Injectable } from '@nestjs/common';
import {
  type Caller,
  Database,
  Forbidden,
  LIVE,
  type LiveNotifier,
  NotFound,
  organisationScope,
  type SqlEntityManager,
  STAFF,
} from '@leakwatch/platform';
import { announceNotifications } from './announce-notifications.ts';
import type { Audience } from './technical-notification.store.ts';

/** Members read and change the notifications of their organisation; staff also those for staff, which they share. */
@Injectable()
export class OwnNotifications {
  constructor(
    private readonly database: Database,
    @Inject(LIVE) private readonly live: LiveNotifier,
  ) {}

  /** Throws Forbidden not_in_organisation for a user without organisation. */
  read<T>(caller: Caller, work: (em: SqlEntityManager, audience: Audience) => Promise<T>): Promise<T> {
    const { organisation, staff } = caller;
    if (staff) return this.database.inScope(STAFF, (em) => work(em, { organisation, staff }));
    if (organisation === null) throw new Forbidden('not_in_organisation');
    return this.database.inScope(organisationScope(organisation), (em) => work(em, { organisation, staff }));
  }

  async changeAll(caller: Caller, change: (em: SqlEntityManager, audience: Audience) => Promise<number>) {
    const changed = await this.read(caller, change);
    this.announce(caller);
    return { changed };
  }

  /** Throws NotFound for a notification that does not exist, and for one of another organisation. */
  async changeOne(caller: Caller, change: (em: SqlEntityManager, audience: Audience) => Promise<boolean>) {
    if (!(await this.read(caller, change))) throw new NotFound();
    this.announce(caller);
    return { ok: true };
  }

  private announce({ organisation }: Caller): void {
    if (organisation !== null) announceNotifications(this.live, [organisation]);
  }
}
