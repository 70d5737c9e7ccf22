import { Module } from '@nestjs/common';
import { LaunchesModule } from './launches/launches.module.ts';
import { DiscoveryModule } from './repositories/discovery/discovery.module.ts';
import { GitRepoModule } from './sources/git-repo/git-repo.module.ts';
import { WatchedTasksModule } from './watched-tasks/watched-tasks.module.ts';

@Module({ imports: [DiscoveryModule, WatchedTasksModule, GitRepoModule, LaunchesModule] })
export class AppModule {}
