import { type DynamicModule, Module } from '@nestjs/common';
import { type Foundation, foundationModule, healthController } from '@leakwatch/platform';
import { CrawlProcessor } from './launches/crawl.processor.ts';
import { RunLaunch } from './launches/run-launch.ts';
import { DiscoveryController } from './repositories/discovery/discovery.controller.ts';
import { discoveryProviders } from './repositories/discovery/discovery.providers.ts';
import { GitRepoSource } from './sources/git-repo/git-repo.source.ts';
import { LearnTask } from './watched-tasks/learn-task.ts';
import { WatchedTasksConsumer } from './watched-tasks/watched-tasks.consumer.ts';

@Module({})
export class AppModule {
  static on(foundation: Foundation): DynamicModule {
    const checks = () => [
      { name: 'postgresql', check: () => foundation.database.ping() },
      { name: 'bus', check: () => foundation.bus.ping() },
    ];
    return {
      module: AppModule,
      imports: [foundationModule(foundation)],
      controllers: [healthController('crawler', checks), WatchedTasksConsumer, DiscoveryController],
      providers: [GitRepoSource, LearnTask, RunLaunch, CrawlProcessor, ...discoveryProviders(foundation)],
    };
  }
}
