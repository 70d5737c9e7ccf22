import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { MatchingPool, type PatternSet } from '@leakwatch/matching';
import { CONSUMER, Database } from '@leakwatch/platform';
import type { Pattern } from '@leakwatch/vocabulary';
import { type ArchiveStep, patternsOf } from '../archive/archive-search.store.ts';

/** Searches that take turns stay compiled; one of 100,000 words takes about 30 MB. The one used longest ago leaves first. */
const KEPT = 8;

/** What a search looks for, compiled. */
export interface CompiledSearch {
  readonly set: PatternSet;
  readonly patterns: ReadonlyMap<string, Pattern>;
}

/** The patterns of searches, compiled in the pool's thread once for each revision. */
@Injectable()
export class CompiledSearches implements OnApplicationShutdown {
  private readonly kept = new Map<string, CompiledSearch>();

  constructor(
    private readonly database: Database,
    private readonly pool: MatchingPool,
  ) {}

  async of(step: ArchiveStep): Promise<CompiledSearch> {
    const key = `${step.id} ${step.revision}`;
    const known = this.kept.get(key) ?? (await this.compile(step));
    this.kept.delete(key);
    this.kept.set(key, known);
    for (const [oldest, { set }] of this.kept) {
      if (this.kept.size <= KEPT) break;
      this.kept.delete(oldest);
      set.close();
    }
    return known;
  }

  async onApplicationShutdown() {
    await this.pool.close();
  }

  private async compile(step: ArchiveStep): Promise<CompiledSearch> {
    const patterns = await this.database.inScope(CONSUMER, (em) => patternsOf(em, step.id));
    const set = await this.pool.open(this, patterns);
    return { set, patterns: new Map(patterns.map((pattern) => [pattern.id, pattern])) };
  }
}
