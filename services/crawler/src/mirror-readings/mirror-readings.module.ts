import { Module } from '@nestjs/common';
import { SourcesModule } from '../sources/sources.module.ts';
import { MirrorWorker } from './mirror-worker.ts';
import { ReadMirror } from './read-mirror.ts';

/** Reads the mirrors of repositories for the launches that ask for them. */
@Module({ imports: [SourcesModule], providers: [ReadMirror, MirrorWorker] })
export class MirrorReadingsModule {}
