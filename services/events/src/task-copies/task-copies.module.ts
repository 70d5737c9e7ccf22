import { Module } from '@nestjs/common';
import { TaskChangesConsumer } from './task-changes.consumer.ts';

/** What this service keeps of tasks, which the tasks service owns. */
@Module({ controllers: [TaskChangesConsumer] })
export class TaskCopiesModule {}
