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
import { tellOfNotifications } from './tell-of-notifications.ts';

/** Notifications are an organisation's: everybody, staff too, reads and changes those of their own. */
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
    tellOfNotifications(this.live, [organisationOf(caller)]);
    return { changed };
  }

  /** Throws NotFound for another organisation's as for one that never was. */
  async changeOne(caller: Caller, change: (em: SqlEntityManager) => Promise<boolean>) {
    if (!(await this.read(caller, change))) throw new NotFound();
    tellOfNotifications(this.live, [organisationOf(caller)]);
    return { ok: true };
  }
}

function organisationOf({ organisation }: Caller): string {
  if (organisation === null) throw new Forbidden('not_in_organisation');
  return organisation;
}
