import { Module } from '@nestjs/common';
import { UNIT_SOURCES, type UnitSource } from './unit-source.port.ts';
import { GitRepoModule } from './git-repo/git-repo.module.ts';
import { GitRepoSource } from './git-repo/git-repo.source.ts';
import { type Source, SOURCES } from './source.port.ts';

/** Every source; each has a folder with its module. */
@Module({
  imports: [GitRepoModule],
  providers: [
    { provide: SOURCES, inject: [GitRepoSource], useFactory: (...sources: Source[]) => sources },
    { provide: UNIT_SOURCES, useFactory: (...sources: UnitSource[]) => sources },
  ],
  exports: [SOURCES, UNIT_SOURCES],
})
export class SourcesModule {}
