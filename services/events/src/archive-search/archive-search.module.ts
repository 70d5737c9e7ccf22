import { Module } from '@nestjs/common';
import { MatchingPool } from '@leakwatch/matching';
import { openObjects, SETTINGS } from '@leakwatch/platform';
import { OBJECTS } from '../evidence/objects.ts';
import { IntakeModule } from '../intake/intake.module.ts';
import { ArchiveSchedule } from './archive.schedule.ts';
import { CompiledSearches } from './compiled-searches.ts';
import { OpenKept } from './open-kept.ts';
import { SearchArchive } from './search-archive.ts';

/** One: searches of what is kept are in no hurry, and the intake needs the processor. */
const THREADS = 1;

/** Patterns that are added to tasks are looked for in the content that is kept. */
@Module({
  imports: [IntakeModule],
  providers: [
    { provide: OBJECTS, inject: [SETTINGS], useFactory: openObjects },
    { provide: MatchingPool, useFactory: () => new MatchingPool({ threads: THREADS }) },
    CompiledSearches,
    OpenKept,
    SearchArchive,
    ArchiveSchedule,
  ],
})
export class ArchiveSearchModule {}
