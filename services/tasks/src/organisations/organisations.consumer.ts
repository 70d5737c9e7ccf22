import { Controller, Inject } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type OrganisationChange, organisationChangesV1 } from '@leakwatch/contracts';
import { type Bus, BUS, CONSUMER, Database, type Delivery } from '@leakwatch/platform';
import { confirm } from '../confirmation/confirm-task.ts';
import { tasksThatWait } from '../confirmation/waiting.store.ts';
import { lockTask } from '../search-tasks/task.store.ts';
import { keepOrganisation } from './organisation.store.ts';

@Controller()
export class OrganisationsConsumer {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  /** Needs no inbox: the version decides. */
  @EventPattern<string>(organisationChangesV1.topic)
  async keep(batch: readonly Delivery<OrganisationChange>[]) {
    await this.database.inScope(CONSUMER, async (em) => {
      for (const { payload } of batch) {
        const kept = await keepOrganisation(em, payload);
        // Who became trusted waits for nobody.
        if (!kept || !payload.trusted) continue;
        for (const { id } of await tasksThatWait(em, payload.organisation_id)) {
          const task = await lockTask(em, id);
          if (task !== undefined) await confirm(em, this.bus, task, null);
        }
      }
    });
  }
}
