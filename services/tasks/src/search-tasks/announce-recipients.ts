import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Bus, BUS, Database, SCHEDULER, type SqlEntityManager } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { recipientsOf } from './task-recipients.store.ts';

/** Tasks of one transaction. */
const PAGE = 200;

/** Publishes the recipients of tasks from before there were such messages. */
@Injectable()
export class AnnounceRecipients implements OnApplicationBootstrap {
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
      .selectFrom('tasks.task')
      .select('id')
      .where('recipients_announced', '=', false)
      .orderBy('id')
      .limit(PAGE)
      .forUpdate()
      .skipLocked()
      .execute();
    if (found.length === 0) return 0;
    const ids = found.map(({ id }) => id);
    await tables(em).updateTable('tasks.task').set({ recipients_announced: true }).where('id', 'in', ids).execute();
    await this.bus.publish(em, await recipientsOf(em, ids));
    return found.length;
  }
}
