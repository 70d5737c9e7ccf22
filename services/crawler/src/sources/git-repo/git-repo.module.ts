import { Module } from '@nestjs/common';
import { GitRepoSource } from './git-repo.source.ts';
import { RepositoryReader } from './repository-reader.ts';

/** Monitored git repositories. */
@Module({ providers: [RepositoryReader, GitRepoSource], exports: [GitRepoSource] })
export class GitRepoModule {}
