import { Controller, Inject } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type LaunchFinished, launchFinishedV1, type LaunchProgress, launchProgressV1 } from '@leakwatch/contracts';
import { type Bus, BUS, CONSUMER, Database, type Delivery, LIVE, type LiveNotifier, newDeliveries, SETTINGS } from '@leakwatch/platform';
import { tellOfTasks } from '../search-tasks/tell-of-tasks.ts';
import { finishLaunch } from './finish-launch.ts';
import { pauseOf } from './launch-intervals.ts';
import { keepProgress } from './keep-progress.ts';
import type { TasksSettings } from '../settings.ts';

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
    await this.database.inScope(CONSUMER, async (em) => {
      const fresh = await newDeliveries(em, 'tasks', launchProgressV1.topic, batch);
      for (const message of fresh) await keepProgress(em, message.payload);
    });
    this.tell(batch);
  }

  @EventPattern<string>(launchFinishedV1.topic)
  async finished(batch: readonly Delivery<LaunchFinished>[]) {
    await this.database.inScope(CONSUMER, async (em) => {
      const fresh = await newDeliveries(em, 'tasks', launchFinishedV1.topic, batch);
      for (const message of fresh) await finishLaunch(em, this.bus, message.payload, pauseOf(this.settings, message.payload.source_type));
    });
    this.tell(batch);
  }

  private tell(batch: readonly Delivery<LaunchProgress | LaunchFinished>[]): void {
    tellOfTasks(
      this.live,
      batch.map((message) => message.payload.organisation_id),
    );
  }
}
