import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Bus, BUS, Database, SCHEDULER, type SqlEntityManager } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { publishMembers } from './publish-members.ts';

/** Accounts of one transaction. */
const PAGE = 500;

/** Publishes the accounts that were never published: those from before there were such messages. */
@Injectable()
export class AnnounceMembers implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    while ((await this.database.inScope(SCHEDULER, (em) => this.page(em))) === PAGE);
  }

  /** Returns how many it published. Rows that another process announces at the same time are left to it. */
  private async page(em: SqlEntityManager): Promise<number> {
    const found = await tables(em)
      .selectFrom('admin.account')
      .select('id')
      .where('member_version', '=', 0)
      .orderBy('id')
      .limit(PAGE)
      .forUpdate()
      .skipLocked()
      .execute();
    await publishMembers(
      em,
      this.bus,
      found.map(({ id }) => id),
    );
    return found.length;
  }
}
