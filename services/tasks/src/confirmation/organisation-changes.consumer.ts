import { Controller, Inject } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type OrganisationChange, organisationChangesV1 } from '@leakwatch/contracts';
import { type Bus, BUS, CONSUMER, Database, type Delivery, type SqlEntityManager } from '@leakwatch/platform';
import { saveOrganisation } from '../organisations/organisation.store.ts';
import { forEachTask } from '../search-tasks/task.store.ts';
import { tasksWithAdditions } from './additions.store.ts';
import { confirmLockedTask } from './confirm-task.ts';

/** Keeps the copy of organisations, and confirms what waits for staff in one that has become trusted. */
@Controller()
export class OrganisationChangesConsumer {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  /** A repeated message changes nothing, because the version is compared: no inbox is needed. */
  @EventPattern<string>(organisationChangesV1.topic)
  async save(batch: readonly Delivery<OrganisationChange>[]) {
    // A transaction holds one organisation: with several it could deadlock with one that holds the same in another order.
    for (const { payload } of batch) await this.database.inScope(CONSUMER, (em) => this.saveOne(em, payload));
  }

  private async saveOne(em: SqlEntityManager, change: OrganisationChange): Promise<void> {
    const saved = await saveOrganisation(em, change);
    if (!saved || !change.trusted) return;
    const ids = await tasksWithAdditions(em, change.organisation_id);
    await forEachTask(em, ids, (own, task) => confirmLockedTask(own, this.bus, task, null));
  }
}
