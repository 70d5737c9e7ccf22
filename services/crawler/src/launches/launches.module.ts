import { Module } from '@nestjs/common';
import { ScanningModule } from '../scanning/scanning.module.ts';
import { SourcesModule } from '../sources/sources.module.ts';
import { WatchedTasksModule } from '../watched-tasks/watched-tasks.module.ts';
import { CrawlProcessor } from './crawl.processor.ts';
import { RunLaunch } from './run-launch.ts';

@Module({ imports: [ScanningModule, SourcesModule, WatchedTasksModule], providers: [CrawlProcessor, RunLaunch] })
export class LaunchesModule {}
