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
import { pauseOf, type TasksSettings } from '../settings.ts';
import { finishLaunch } from './finish-launch.ts';
import { saveProgress } from './launch-progress.store.ts';

@Controller()
export class LaunchesConsumer {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: TasksSettings,
    @Inject(LIVE) private readonly live: LiveNotifier,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  @EventPattern<string>(launchProgressV1.topic)
  async progress(batch: readonly Delivery<LaunchProgress>[]) {
    await this.handleOnce(launchProgressV1.topic, batch, saveProgress);
  }

  @EventPattern<string>(launchFinishedV1.topic)
  async finished(batch: readonly Delivery<LaunchFinished>[]) {
    await this.handleOnce(launchFinishedV1.topic, batch, (em, finished) =>
      finishLaunch(em, this.bus, finished, pauseOf(this.settings, finished.source_type)),
    );
  }

  /** Handles the messages that the inbox has not seen, in one transaction, and notifies the organisations' browsers. */
  private async handleOnce<T extends LaunchProgress | LaunchFinished>(
    topic: string,
    batch: readonly Delivery<T>[],
    handle: (em: SqlEntityManager, payload: T) => Promise<void>,
  ): Promise<void> {
    await this.database.inScope(CONSUMER, async (em) => {
      for (const message of await newDeliveries(em, 'tasks', topic, batch)) await handle(em, message.payload);
    });
    announceTasks(
      this.live,
      batch.map((message) => message.payload.organisation_id),
    );
  }
}
