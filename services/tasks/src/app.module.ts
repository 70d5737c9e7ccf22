import { type DynamicModule, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { type Foundation, foundationModule, healthController } from '@leakwatch/platform';
import { ConfirmationModule } from './confirmation/confirmation.module.ts';
import { HistoryModule } from './history/history.module.ts';
import { KeywordSetsModule } from './keyword-sets/keyword-sets.module.ts';
import { LaunchesModule } from './launches/launches.module.ts';
import { LimitsModule } from './limits/limits.module.ts';
import { TaskLogsModule } from './logs/task-logs.module.ts';
import { PatternHelpModule } from './pattern-help/pattern-help.module.ts';
import { RepositoriesModule } from './repositories/repositories.module.ts';
import { LaunchScheduleModule } from './schedule/launch-schedule.module.ts';
import { SearchTasksModule } from './search-tasks/search-tasks.module.ts';
import { TaskRunningModule } from './task-running/task-running.module.ts';
import { TaskSavingModule } from './task-saving/task-saving.module.ts';

@Module({})
export class AppModule {
  static on(foundation: Foundation): DynamicModule {
    const checks = () => [
      { name: 'postgresql', check: () => foundation.database.ping() },
      { name: 'bus', check: () => foundation.bus.ping() },
    ];
    return {
      module: AppModule,
      imports: [
        foundationModule(foundation),
        ScheduleModule.forRoot(),
        ConfirmationModule,
        HistoryModule,
        KeywordSetsModule,
        LaunchScheduleModule,
        LaunchesModule,
        LimitsModule,
        PatternHelpModule,
        RepositoriesModule,
        SearchTasksModule,
        TaskLogsModule,
        TaskRunningModule,
        TaskSavingModule,
      ],
      controllers: [healthController('tasks', checks)],
    };
  }
}
