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
} from '@leakwatch/platform';
import { announceNotifications } from './announce-notifications.ts';

/** Notifications belong to an organisation: its members, and staff who are members, read and change them. */
@Injectable()
export class OwnNotifications {
  constructor(
    private readonly database: Database,
    @Inject(LIVE) private readonly live: LiveNotifier,
  ) {}

  read<T>(caller: Caller, work: (em: SqlEntityManager) => Promise<T>): Promise<T> {
    return this.database.inScope(organisationScope(organisationOf(caller)), work);
  }

  async changeAll(caller: Caller, change: (em: SqlEntityManager) => Promise<number>) {
    const changed = await this.read(caller, change);
    announceNotifications(this.live, [organisationOf(caller)]);
    return { changed };
  }

  /** Throws NotFound for a notification that does not exist, and for one of another organisation. */
  async changeOne(caller: Caller, change: (em: SqlEntityManager) => Promise<boolean>) {
    if (!(await this.read(caller, change))) throw new NotFound();
    announceNotifications(this.live, [organisationOf(caller)]);
    return { ok: true };
  }
}

function organisationOf({ organisation }: Caller): string {
  if (organisation === null) throw new Forbidden('not_in_organisation');
  return organisation;
}
