import { Module } from '@nestjs/common';
import { CrawlProcessor } from './launches/crawl.processor.ts';
import { RunLaunch } from './launches/run-launch.ts';
import { DiscoveryController } from './repositories/discovery/discovery.controller.ts';
import { discoveryProviders } from './repositories/discovery/discovery.providers.ts';
import { GitRepoSource } from './sources/git-repo/git-repo.source.ts';
import { LearnTask } from './watched-tasks/learn-task.ts';
import { WatchedTasksConsumer } from './watched-tasks/watched-tasks.consumer.ts';

@Module({
  controllers: [WatchedTasksConsumer, DiscoveryController],
  providers: [GitRepoSource, LearnTask, RunLaunch, CrawlProcessor, ...discoveryProviders],
})
export class AppModule {}
