import { type DynamicModule, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { type Foundation, foundationModule, healthController } from '@leakwatch/platform';
import { ChartsController } from './charts/charts.controller.ts';
import { OrganisationsConsumer } from './organisations/organisations.consumer.ts';
import { DeletedTasksConsumer } from './projection/deleted-tasks.consumer.ts';
import { EventChangesConsumer } from './projection/event-changes.consumer.ts';
import { RebuildCharts } from './projection/rebuild-charts.ts';
import { ReportsController } from './spreadsheets/reports.controller.ts';
import { reportProviders } from './spreadsheets/reports.providers.ts';

@Module({})
export class AppModule {
  static on(foundation: Foundation): DynamicModule {
    const checks = () => [
      { name: 'postgresql', check: () => foundation.database.ping() },
      { name: 'bus', check: () => foundation.bus.ping() },
    ];
    return {
      module: AppModule,
      imports: [foundationModule(foundation), ScheduleModule.forRoot()],
      controllers: [
        healthController('reports', checks),
        ChartsController,
        ReportsController,
        EventChangesConsumer,
        DeletedTasksConsumer,
        OrganisationsConsumer,
      ],
      providers: [RebuildCharts, ...reportProviders(foundation)],
    };
  }
}
