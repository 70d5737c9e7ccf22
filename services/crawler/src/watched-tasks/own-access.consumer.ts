import { Controller, Inject } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type OwnAccess, ownAccessV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery } from '@leakwatch/platform';
import { UNIT_SOURCES, type UnitSource } from '../sources/unit-source.port.ts';
import { keepSubscriptions } from '../units/subscriptions.store.ts';
import { runningTasks, saveOwnAccess } from './own-access.store.ts';

/** What an organisation's accounts read is read for it alone: when it gets its first account or loses its last, its tasks need other units. */
@Controller()
export class OwnAccessConsumer {
  constructor(
    private readonly database: Database,
    @Inject(UNIT_SOURCES) private readonly sources: readonly UnitSource[],
  ) {}

  /** A repeated message changes nothing, because the version is compared: no inbox is needed. */
  @EventPattern<string>(ownAccessV1.topic)
  async save(batch: readonly Delivery<OwnAccess>[]) {
    for (const { payload } of batch) await this.keep(payload);
  }

  private keep(access: OwnAccess): Promise<void> {
    return this.database.inScope(CONSUMER, async (em) => {
      const tasks = await runningTasks(em, access);
      if (!(await saveOwnAccess(em, access))) return;
      const source = this.sources.find(({ kind }) => kind === access.source_type);
      if (source === undefined) return;
      for (const task of tasks) await keepSubscriptions(em, task, source, source.unitsFor(task));
    });
  }
}
