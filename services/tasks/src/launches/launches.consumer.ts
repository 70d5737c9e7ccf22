import { Controller, Inject } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type LaunchFinished, launchFinishedV1, type LaunchProgress, launchProgressV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery, SETTINGS, type ServiceSettings, takeIn } from '@leakwatch/platform';
import { finishLaunch } from './finish-launch.ts';
import { keepProgress } from './keep-progress.ts';

@Controller()
export class LaunchesConsumer {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: ServiceSettings,
  ) {}

  @EventPattern<string>(launchProgressV1.topic)
  async progress(batch: readonly Delivery<LaunchProgress>[]) {
    await this.database.inScope(CONSUMER, async (em) => {
      const fresh = await takeIn(
        em,
        'tasks',
        launchProgressV1.topic,
        batch.map((message) => message.id),
      );
      for (const message of batch) if (fresh.has(message.id)) await keepProgress(em, message.payload);
    });
  }

  @EventPattern<string>(launchFinishedV1.topic)
  async finished(batch: readonly Delivery<LaunchFinished>[]) {
    await this.database.inScope(CONSUMER, async (em) => {
      const fresh = await takeIn(
        em,
        'tasks',
        launchFinishedV1.topic,
        batch.map((message) => message.id),
      );
      for (const message of batch)
        if (fresh.has(message.id)) await finishLaunch(em, message.payload, this.settings.LAUNCH_INTERVAL_SECONDS_GIT_REPO);
    });
  }
}
