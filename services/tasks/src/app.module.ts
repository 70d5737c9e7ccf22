import { Module } from '@nestjs/common';
import { ConfirmationModule } from './confirmation/confirmation.module.ts';
import { FleetModule } from './fleet/fleet.module.ts';
import { HistoryModule } from './history/history.module.ts';
import { KeywordSetsModule } from './keyword-sets/keyword-sets.module.ts';
import { LaunchesModule } from './launches/launches.module.ts';
import { LimitsModule } from './limits/limits.module.ts';
import { TaskLogsModule } from './logs/task-logs.module.ts';
import { ObserversModule } from './observers/observers.module.ts';
import { OrganisationChangesModule } from './organisation-changes/organisation-changes.module.ts';
import { OverviewModule } from './overview/overview.module.ts';
import { PatternHelpModule } from './pattern-help/pattern-help.module.ts';
import { RepositoriesModule } from './repositories/repositories.module.ts';
import { LaunchScheduleModule } from './schedule/launch-schedule.module.ts';
import { SearchTasksModule } from './search-tasks/search-tasks.module.ts';
import { TaskRunningModule } from './task-running/task-running.module.ts';
import { TaskSavingModule } from './task-saving/task-saving.module.ts';

@Module({
  imports: [
    PatternHelpModule,
    TaskSavingModule,
    SearchTasksModule,
    RepositoriesModule,
    ObserversModule,
    KeywordSetsModule,
    ConfirmationModule,
    OrganisationChangesModule,
    LimitsModule,
    TaskRunningModule,
    LaunchesModule,
    LaunchScheduleModule,
    TaskLogsModule,
    HistoryModule,
    FleetModule,
    OverviewModule,
  ],
})
export class AppModule {}
