import { Controller, Inject } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type LaunchFinished, launchFinishedV1, type LaunchProgress, launchProgressV1 } from '@leakwatch/contracts';
import {
  type Bus,
  BUS,
  CONSUMER,
  Database,
  type Delivery,
  LIVE,
  type LiveNotifier,
  newDeliveries,
  SETTINGS,
  type SqlEntityManager,
} from '@leakwatch/platform';
import { announceTasks } from '../search-tasks/announce-task.ts';
import { lockForReport } from '../search-tasks/task.store.ts';
import { pauseOf, type TasksSettings } from '../settings.ts';
import { finishLaunch } from './finish-launch.ts';
import { joinReports } from './join-reports.ts';
import { saveProgress } from './launch-progress.store.ts';
import { publishStalled } from '../technical-facts/publish-launch-facts.ts';

@Controller()
export class LaunchesConsumer {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: TasksSettings,
    @Inject(LIVE) private readonly live: LiveNotifier,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  /** A report tells what changed, so those of a launch are kept as one. A repeated one writes the same again: no inbox is needed. */
  @EventPattern<string>(launchProgressV1.topic)
  async progress(batch: readonly Delivery<LaunchProgress>[]) {
    for (const progress of joinReports(batch.map(({ payload }) => payload)))
      await this.ofTask(progress.task_id, async (em) => {
        if (await saveProgress(em, progress)) await publishStalled(em, this.bus, progress, progress.activity_at);
      });
    this.announce(batch);
  }

  @EventPattern<string>(launchFinishedV1.topic)
  async finished(batch: readonly Delivery<LaunchFinished>[]) {
    for (const message of batch)
      await this.ofTask(message.payload.task_id, async (em) => {
        for (const { payload } of await newDeliveries(em, 'tasks', launchFinishedV1.topic, [message]))
          await finishLaunch(em, this.bus, payload, pauseOf(this.settings, payload.source_type));
      });
    this.announce(batch);
  }

  /** A transaction holds one task: with several it could deadlock with one that holds the same in another order. */
  private ofTask(task: string, work: (em: SqlEntityManager) => Promise<void>): Promise<void> {
    return this.database.inScope(CONSUMER, async (em) => {
      await lockForReport(em, task);
      await work(em);
    });
  }

  private announce(batch: readonly Delivery<LaunchProgress | LaunchFinished>[]): void {
    announceTasks(
      this.live,
      batch.map(({ payload }) => payload.organisation_id),
    );
  }
}
