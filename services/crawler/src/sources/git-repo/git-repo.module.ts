import { Module } from '@nestjs/common';
import { GitRepoSource } from './git-repo.source.ts';

@Module({ providers: [GitRepoSource], exports: [GitRepoSource] })
export class GitRepoModule {}
