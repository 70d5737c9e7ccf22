import { Module } from '@nestjs/common';
import { LearnTasks } from './learn-tasks.ts';
import { TaskChangesConsumer } from './task-changes.consumer.ts';

/** What this service keeps of tasks, which the tasks service owns. */
@Module({ controllers: [TaskChangesConsumer], providers: [LearnTasks], exports: [LearnTasks] })
export class TaskCopiesModule {}
