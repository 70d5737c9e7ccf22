import { Module } from '@nestjs/common';
import { GistSource } from './gist.source.ts';

/** Public gists. */
@Module({ providers: [GistSource], exports: [GistSource] })
export class GistModule {}
