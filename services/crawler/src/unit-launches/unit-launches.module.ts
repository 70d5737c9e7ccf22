import { Module } from '@nestjs/common';
import { SourcesModule } from '../sources/sources.module.ts';
import { WatchedTasksModule } from '../watched-tasks/watched-tasks.module.ts';
import { LaunchReportsLeader, LaunchReportsSchedule } from './launch-reports.schedule.ts';
import { OpenLaunch } from './open-launch.ts';
import { OpenLaunchProcessor } from './open-launch.processor.ts';
import { ReportLaunches } from './report-launches.ts';

/** Launches over sources that are read in units: each is a task's view of the units that it needs. */
@Module({
  imports: [SourcesModule, WatchedTasksModule],
  providers: [OpenLaunch, OpenLaunchProcessor, ReportLaunches, LaunchReportsLeader, LaunchReportsSchedule],
})
export class UnitLaunchesModule {}
