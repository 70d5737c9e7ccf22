import { type DynamicModule, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { type Foundation, foundationModule, healthController } from '@leakwatch/platform';
import { blacklistProviders } from './blacklist/blacklist.providers.ts';
import { RulesController } from './blacklist/rules.controller.ts';
import { digestProviders } from './digests/digests.providers.ts';
import { PurgeDeletedEvents } from './deletion/purge-deleted-events.ts';
import { PurgeSchedule } from './deletion/purge-schedule.ts';
import { FindingsConsumer } from './intake/findings.consumer.ts';
import { TakeFindings } from './intake/take-findings.ts';
import { ChangeStatus } from './leak-events/change-status.ts';
import { LeakEventsController } from './leak-events/leak-events.controller.ts';
import { UndoStatusChange } from './leak-events/undo-status-change.ts';
import { OrganisationsConsumer } from './organisations/organisations.consumer.ts';
import { ReportEventsController } from './report-events/report-events.controller.ts';
import { SnapshotController } from './snapshot/snapshot.controller.ts';
import { TasksConsumer } from './tasks/tasks.consumer.ts';

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
        healthController('events', checks),
        LeakEventsController,
        RulesController,
        ReportEventsController,
        SnapshotController,
        FindingsConsumer,
        TasksConsumer,
        OrganisationsConsumer,
      ],
      providers: [
        TakeFindings,
        ChangeStatus,
        UndoStatusChange,
        PurgeDeletedEvents,
        PurgeSchedule,
        ...blacklistProviders,
        ...digestProviders,
      ],
    };
  }
}
