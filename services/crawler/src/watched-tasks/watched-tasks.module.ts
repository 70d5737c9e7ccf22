import { Module } from '@nestjs/common';
import { LearnTask } from './learn-task.ts';
import { WatchedTasksConsumer } from './watched-tasks.consumer.ts';

@Module({ controllers: [WatchedTasksConsumer], providers: [LearnTask], exports: [LearnTask] })
export class WatchedTasksModule {}
