import { Module } from '@nestjs/common';
import { GithubSource } from './github.source.ts';

/** Public repositories of GitHub. */
@Module({ providers: [GithubSource], exports: [GithubSource] })
export class GithubModule {}
