import { Module } from '@nestjs/common';
import { ExpressionsModule } from '../expressions/expressions.module.ts';
import { LaunchesModule } from '../launches/launches.module.ts';
import { RepositoriesModule } from '../repositories/repositories.module.ts';
import { CreateTask } from './create-task.ts';
import { DeleteTask } from './delete-task.ts';
import { CreationDigests } from './repeated-creation.ts';
import { TaskSavingController } from './task-saving.controller.ts';
import { UpdateTask } from './update-task.ts';

@Module({
  imports: [ExpressionsModule, LaunchesModule, RepositoriesModule],
  controllers: [TaskSavingController],
  providers: [CreateTask, CreationDigests, DeleteTask, UpdateTask],
})
export class TaskSavingModule {}
