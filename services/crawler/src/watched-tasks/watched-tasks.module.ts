import { Module } from '@nestjs/common';
import { SourcesModule } from '../sources/sources.module.ts';
import { KeepTask } from './keep-task.ts';
import { OwnAccessConsumer } from './own-access.consumer.ts';
import { LearnTask } from './learn-task.ts';
import { RenewNeeds } from './renew-needs.ts';
import { WatchedTasksConsumer } from './watched-tasks.consumer.ts';

@Module({
  imports: [SourcesModule],
  controllers: [WatchedTasksConsumer, OwnAccessConsumer],
  providers: [KeepTask, LearnTask, RenewNeeds],
  exports: [KeepTask, LearnTask],
})
export class WatchedTasksModule {}
