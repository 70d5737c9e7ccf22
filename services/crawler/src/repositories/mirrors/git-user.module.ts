import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { LOGGER, type Logger, SETTINGS } from '@leakwatch/platform';
import type { CrawlerSettings } from '../../settings.ts';
import { startGitUser } from './start-git-user.ts';

/** Made before any module works, so that no git starts under another account. */
@Module({
  providers: [
    {
      provide: startGitUser,
      inject: [SETTINGS, LOGGER],
      useFactory: ({ LEAKWATCH_GIT_USER, LEAKWATCH_HOME }: CrawlerSettings, logger: Logger) =>
        startGitUser(LEAKWATCH_GIT_USER, join(LEAKWATCH_HOME, 'mirrors'), logger),
    },
  ],
})
export class GitUserModule {}
