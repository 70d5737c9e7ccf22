import { Module } from '@nestjs/common';
import { ExtractionModule } from '../../extraction/extraction.module.ts';
import { GitRepoSource } from './git-repo.source.ts';
import { RepositoryReader } from './repository-reader.ts';

/** Monitored git repositories. */
@Module({ imports: [ExtractionModule], providers: [RepositoryReader, GitRepoSource], exports: [GitRepoSource] })
export class GitRepoModule {}
