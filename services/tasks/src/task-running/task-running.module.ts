import { Module } from '@nestjs/common';
import { LaunchesModule } from '../launches/launches.module.ts';
import { LaunchSessionsController } from './launch-sessions.controller.ts';
import { StartLaunchSession } from './start-launch-session.ts';
import { StartTaskRightNow } from './start-task-right-now.ts';
import { StartTask } from './start-task.ts';
import { StopExpiredTasks } from './stop-expired-tasks.ts';
import { StopLaunchSession } from './stop-launch-session.ts';
import { StopTask } from './stop-task.ts';
import { TaskRunningController } from './task-running.controller.ts';

@Module({
  imports: [LaunchesModule],
  controllers: [LaunchSessionsController, TaskRunningController],
  providers: [StartLaunchSession, StartTask, StartTaskRightNow, StopExpiredTasks, StopLaunchSession, StopTask],
  exports: [StopExpiredTasks],
})
export class TaskRunningModule {}
