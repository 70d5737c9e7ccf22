import { Module } from '@nestjs/common';
import { SourcesModule } from '../../sources/sources.module.ts';
import { CoverageController } from './coverage.controller.ts';

/** What the sources of a task were asked for, and what they gave. */
@Module({ imports: [SourcesModule], controllers: [CoverageController] })
export class CoverageModule {}
