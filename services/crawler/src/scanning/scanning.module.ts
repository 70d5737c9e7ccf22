import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { MatchingPool } from '@leakwatch/matching';
import { SETTINGS } from '@leakwatch/platform';
import { SCREENING_PROGRAM } from '../screening/screening-jobs.ts';
import { PatternSets } from './pattern-sets.ts';
import type { CrawlerSettings } from '../settings.ts';

/** The threads in which documents are matched. They end after the launches: those are stopped when modules are destroyed. */
@Module({
  providers: [
    {
      provide: MatchingPool,
      inject: [SETTINGS],
      useFactory: (settings: CrawlerSettings) =>
        new MatchingPool({
          threads: settings.CRAWLER_MATCHING_THREADS ?? settings.CRAWLER_CONCURRENCY,
          program: SCREENING_PROGRAM,
        }),
    },
    PatternSets,
  ],
  exports: [MatchingPool, PatternSets],
})
export class ScanningModule implements OnApplicationShutdown {
  constructor(private readonly pool: MatchingPool) {}

  async onApplicationShutdown() {
    await this.pool.close();
  }
}
