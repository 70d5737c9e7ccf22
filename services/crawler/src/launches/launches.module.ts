import { Module } from '@nestjs/common';
import { SourcesModule } from '../sources/sources.module.ts';
import { WatchedTasksModule } from '../watched-tasks/watched-tasks.module.ts';
import { CrawlProcessor } from './crawl.processor.ts';
import { RunLaunch } from './run-launch.ts';

@Module({ imports: [SourcesModule, WatchedTasksModule], providers: [CrawlProcessor, RunLaunch] })
export class LaunchesModule {}
