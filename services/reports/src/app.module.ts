import { type DynamicModule, Module } from '@nestjs/common';
import { type Foundation, foundationModule, healthController } from '@leakwatch/platform';
import { ChartsController } from './charts/charts.controller.ts';
import { DeletedTasksConsumer } from './projection/deleted-tasks.consumer.ts';
import { EventChangesConsumer } from './projection/event-changes.consumer.ts';
import { RebuildCharts } from './projection/rebuild-charts.ts';

@Module({})
export class AppModule {
  static on(foundation: Foundation): DynamicModule {
    const checks = () => [
      { name: 'postgresql', check: () => foundation.database.ping() },
      { name: 'bus', check: () => foundation.bus.ping() },
    ];
    return {
      module: AppModule,
      imports: [foundationModule(foundation)],
      controllers: [healthController('reports', checks), ChartsController, EventChangesConsumer, DeletedTasksConsumer],
      providers: [RebuildCharts],
    };
  }
}
