import { Module } from '@nestjs/common';
import { OpenRemote } from './open-remote.ts';
import { RepositoryReader } from './read-repositories.ts';
import { RepositoriesController } from './repositories.controller.ts';

@Module({
  controllers: [RepositoriesController],
  providers: [OpenRemote, RepositoryReader],
  exports: [RepositoryReader],
})
export class RepositoriesModule {}
