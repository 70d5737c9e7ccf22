import { Controller, Inject } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type OrganisationChange, organisationChangesV1 } from '@leakwatch/contracts';
import {
  type Bus,
  BUS,
  CONSUMER,
  Database,
  databaseNow,
  type Delivery,
  LIVE,
  type LiveNotifier,
  type SqlEntityManager,
} from '@leakwatch/platform';
import { tasksWithAdditions } from '../confirmation/additions.store.ts';
import { confirmLockedTask } from '../confirmation/confirm-task.ts';
import type { QueuedLaunch } from '../launches/launch.store.ts';
import { tellLoweredLimits } from '../limits/tell-lowered-limits.ts';
import { WithdrawLaunches } from '../launches/withdraw-launches.ts';
import { lockOrganisation, saveOrganisation } from '../organisations/organisation.store.ts';
import { announceTasks } from '../search-tasks/announce-task.ts';
import { forEachTask } from '../search-tasks/task.store.ts';
import { closeOrganisation } from './close-organisation.ts';

/**
 * Keeps the copy of organisations, tells that limits were lowered below what is in use, confirms what waits for staff in one that has become trusted, and deletes the tasks of one that was
 * deleted.
 */
@Controller()
export class OrganisationChangesConsumer {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveNotifier,
    private readonly withdraw: WithdrawLaunches,
  ) {}

  /** A repeated message changes nothing, because the version is compared: no inbox is needed. */
  @EventPattern<string>(organisationChangesV1.topic)
  async save(batch: readonly Delivery<OrganisationChange>[]) {
    // A transaction holds one organisation: with several it could deadlock with one that holds the same in another order.
    for (const { payload } of batch) {
      const released = await this.database.inScope(CONSUMER, (em) => this.saveOne(em, payload));
      if (!payload.deleted) continue;
      announceTasks(this.live, [payload.organisation_id]);
      this.withdraw.inBackground(released);
    }
  }

  private async saveOne(em: SqlEntityManager, change: OrganisationChange): Promise<QueuedLaunch[]> {
    const stored = await lockOrganisation(em, change.organisation_id);
    // A copy: the row that was read is the same object as what a later read returns.
    const before = stored === null ? null : { ...stored };
    const saved = await saveOrganisation(em, change);
    if (!saved) return [];
    if (change.deleted) return closeOrganisation(em, this.bus, change.organisation_id);
    if (before !== null) await tellLoweredLimits(em, this.bus, before, change, await databaseNow(em));
    if (!change.trusted) return [];
    const ids = await tasksWithAdditions(em, change.organisation_id);
    await forEachTask(em, ids, (own, task) => confirmLockedTask(own, this.bus, task, null));
    return [];
  }
}
