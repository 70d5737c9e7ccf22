import { Module } from '@nestjs/common';
import { GitRepoModule } from '../sources/git-repo/git-repo.module.ts';
import { WatchedTasksModule } from '../watched-tasks/watched-tasks.module.ts';
import { CrawlProcessor } from './crawl.processor.ts';
import { RunLaunch } from './run-launch.ts';

@Module({ imports: [GitRepoModule, WatchedTasksModule], providers: [CrawlProcessor, RunLaunch] })
export class LaunchesModule {}
