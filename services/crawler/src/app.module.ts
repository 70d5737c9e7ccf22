import { Module } from '@nestjs/common';
import { LaunchesModule } from './launches/launches.module.ts';
import { DiscoveryModule } from './repositories/discovery/discovery.module.ts';
import { GitUserModule } from './repositories/mirrors/git-user.module.ts';
import { MirrorReadingsModule } from './mirror-readings/mirror-readings.module.ts';
import { PoolChecksModule } from './pool-checks/pool-checks.module.ts';
import { RecheckModule } from './recheck/recheck.module.ts';
import { SourcesModule } from './sources/sources.module.ts';
import { TelegramSignInModule } from './telegram-sign-in/telegram-sign-in.module.ts';
import { TelegramUpdatesModule } from './telegram-updates/telegram-updates.module.ts';
import { StorageModule } from './storage/storage.module.ts';
import { UnitsModule } from './units/units.module.ts';
import { CoverageModule } from './units/coverage/coverage.module.ts';
import { FleetModule } from './units/fleet/fleet.module.ts';
import { WatchedTasksModule } from './watched-tasks/watched-tasks.module.ts';

@Module({
  imports: [
    GitUserModule,
    DiscoveryModule,
    WatchedTasksModule,
    SourcesModule,
    LaunchesModule,
    MirrorReadingsModule,
    UnitsModule,
    CoverageModule,
    FleetModule,
    TelegramSignInModule,
    TelegramUpdatesModule,
    StorageModule,
    PoolChecksModule,
    RecheckModule,
  ],
})
export class AppModule {}
