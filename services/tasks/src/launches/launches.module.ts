import { Module } from '@nestjs/common';
import { CrawlQueues } from './crawl-queues.ts';
import { LaunchesConsumer } from './launches.consumer.ts';
import { ReconcileLaunches } from './reconcile-launches.ts';
import { ReleaseLaunches } from './release-launches.ts';
import { WithdrawLaunches } from './withdraw-launches.ts';

@Module({
  controllers: [LaunchesConsumer],
  providers: [CrawlQueues, ReconcileLaunches, ReleaseLaunches, WithdrawLaunches],
  exports: [ReconcileLaunches, ReleaseLaunches, WithdrawLaunches],
})
export class LaunchesModule {}
