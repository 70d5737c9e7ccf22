import { Module } from '@nestjs/common';
import { GistModule } from './gist/gist.module.ts';
import { GistSource } from './gist/gist.source.ts';
import { GitRepoModule } from './git-repo/git-repo.module.ts';
import { GithubModule } from './github/github.module.ts';
import { GithubSource } from './github/github.source.ts';
import { GitlabCloudModule } from './gitlab-cloud/gitlab-cloud.module.ts';
import { GitlabCloudSource } from './gitlab-cloud/gitlab-cloud.source.ts';
import { GoogleDocsModule } from './google-docs/google-docs.module.ts';
import { GoogleDocsSource } from './google-docs/google-docs.source.ts';
import { PastebinModule } from './pastebin/pastebin.module.ts';
import { PastebinSource } from './pastebin/pastebin.source.ts';
import { TelegramModule } from './telegram/telegram.module.ts';
import { TelegramSource } from './telegram/telegram.source.ts';
import { UNIT_SOURCES, type UnitSource } from './unit-source.port.ts';

/** Every source; each has a folder with its module. */
@Module({
  imports: [GistModule, GithubModule, GitlabCloudModule, GitRepoModule, GoogleDocsModule, PastebinModule, TelegramModule],
  providers: [
    {
      provide: UNIT_SOURCES,
      inject: [GithubSource, GistSource, GitlabCloudSource, GoogleDocsSource, PastebinSource, TelegramSource],
      useFactory: (...sources: UnitSource[]) => sources,
    },
  ],
  exports: [GitRepoModule, UNIT_SOURCES],
})
export class SourcesModule {}
