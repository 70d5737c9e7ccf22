import { Module } from '@nestjs/common';
import { EventChangesConsumer } from './event-changes.consumer.ts';
import { DeletedTasksConsumer } from './deleted-tasks.consumer.ts';
import { RebuildCharts } from './rebuild-charts.ts';

/** Events counted by day, from the messages of the events service; rebuilt from its snapshot. */
@Module({ controllers: [EventChangesConsumer, DeletedTasksConsumer], providers: [RebuildCharts], exports: [RebuildCharts] })
export class EventCountsModule {}
