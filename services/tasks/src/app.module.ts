import { Module } from '@nestjs/common';
import { PatternHelpController } from './keyword-files/pattern-help.controller.ts';
import { BlockTask } from './confirmation/block-task.ts';
import { ConfirmTask } from './confirmation/confirm-task.ts';
import { ConfirmationController } from './confirmation/confirmation.controller.ts';
import { HistoryController } from './history/history.controller.ts';
import { CrawlQueues } from './launches/crawl-queues.ts';
import { LaunchSchedule } from './launches/launch-schedule.ts';
import { LaunchLeader } from './launches/launch-leader.ts';
import { LaunchesConsumer } from './launches/launches.consumer.ts';
import { ReconcileLaunches } from './launches/reconcile-launches.ts';
import { ReleaseLaunches } from './launches/release-launches.ts';
import { WithdrawLaunches } from './launches/withdraw-launches.ts';
import { LimitsController } from './limits/limits.controller.ts';
import { TaskLogsController } from './logs/task-logs.controller.ts';
import { OrganisationsConsumer } from './organisations/organisations.consumer.ts';
import { OpenRemote } from './repositories/open-remote.ts';
import { RepositoryReader } from './repositories/read-repositories.ts';
import { RepositoriesController } from './repositories/repositories.controller.ts';
import { CreateTask } from './search-tasks/create-task.ts';
import { DeleteTask } from './search-tasks/delete-task.ts';
import { StartRightNow } from './search-tasks/start-right-now.ts';
import { SearchTasksController } from './search-tasks/search-tasks.controller.ts';
import { StartTask } from './search-tasks/start-task.ts';
import { StopTask } from './search-tasks/stop-task.ts';
import { UpdateTask } from './search-tasks/update-task.ts';
import { EndWhatIsOver } from './sessions/end-what-is-over.ts';
import { SessionsController } from './sessions/sessions.controller.ts';
import { StartSession } from './sessions/start-session.ts';
import { StopSession } from './sessions/stop-session.ts';
import { TemplatesConsumer } from './templates/templates.consumer.ts';

@Module({
  controllers: [
    PatternHelpController,
    SearchTasksController,
    RepositoriesController,
    OrganisationsConsumer,
    TemplatesConsumer,
    LaunchesConsumer,
    LimitsController,
    SessionsController,
    ConfirmationController,
    HistoryController,
    TaskLogsController,
  ],
  providers: [
    RepositoryReader,
    OpenRemote,
    CreateTask,
    UpdateTask,
    StartTask,
    StopTask,
    StartRightNow,
    DeleteTask,
    ConfirmTask,
    BlockTask,
    StartSession,
    StopSession,
    EndWhatIsOver,
    WithdrawLaunches,
    CrawlQueues,
    ReleaseLaunches,
    ReconcileLaunches,
    LaunchLeader,
    LaunchSchedule,
  ],
})
export class AppModule {}
