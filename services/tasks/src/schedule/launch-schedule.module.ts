import { Module } from '@nestjs/common';
import { LaunchesModule } from '../launches/launches.module.ts';
import { TaskRunningModule } from '../task-running/task-running.module.ts';
import { LaunchLeader } from './launch-leader.ts';
import { LaunchSchedule } from './launch-schedule.ts';

@Module({ imports: [LaunchesModule, TaskRunningModule], providers: [LaunchLeader, LaunchSchedule] })
export class LaunchScheduleModule {}
