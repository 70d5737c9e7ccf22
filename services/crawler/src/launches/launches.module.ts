import { Module } from '@nestjs/common';
import { SourcesModule } from '../sources/sources.module.ts';
import { WatchedTasksModule } from '../watched-tasks/watched-tasks.module.ts';
import { LaunchReportsLeader, LaunchReportsSchedule } from './launch-reports.schedule.ts';
import { OpenLaunch } from './open-launch.ts';
import { OpenLaunchProcessor } from './open-launch.processor.ts';
import { ReportLaunches } from './report-launches.ts';
import { ReportMirrorLaunches } from './report-mirror-launches.ts';

/** Launches: each is a task's view of the units, or the mirrors, that it needs. */
@Module({
  imports: [SourcesModule, WatchedTasksModule],
  providers: [OpenLaunch, OpenLaunchProcessor, ReportLaunches, ReportMirrorLaunches, LaunchReportsLeader, LaunchReportsSchedule],
})
export class LaunchesModule {}
