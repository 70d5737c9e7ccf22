import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { MatchingPool, type OwnedPattern, type PatternSet } from '@leakwatch/matching';
import { LOGGER, type Logger } from '@leakwatch/platform';

/** Repositories of one task follow each other within this time, so that its patterns are compiled once for all of them. */
const KEPT_MS = 10_000;

/** A compiled set in use. Release it when it is not needed any more. */
export interface HeldSet {
  readonly set: PatternSet;
  readonly release: () => void;
}

interface Kept {
  readonly opened: Promise<PatternSet>;
  holders: number;
  closing: NodeJS.Timeout | undefined;
}

/** Pattern sets of one process: equal ones are compiled once while somebody uses them, and for some seconds after. */
@Injectable()
export class PatternSets implements OnModuleDestroy {
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly pool: MatchingPool,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @param owner whose turn it is when the set is used; see MatchingPool */
  async hold(owner: object, patterns: readonly OwnedPattern[]): Promise<HeldSet> {
    // An id stands for one text: a pattern that is edited gets another one.
    const key = digestOf(patterns);
    const kept = this.kept.get(key) ?? this.open(key, owner, patterns);
    kept.holders += 1;
    clearTimeout(kept.closing);
    let released = false;
    const release = () => {
      if (released) return;
      released = true;
      kept.holders -= 1;
      if (kept.holders === 0) this.closeLater(key, kept);
    };
    try {
      return { set: (await kept.opened).forOwner(owner), release };
    } catch (error) {
      release();
      this.forget(key, kept);
      throw error;
    }
  }

  onModuleDestroy() {
    for (const [key, kept] of this.kept) this.forget(key, kept);
  }

  private open(key: string, owner: object, patterns: readonly OwnedPattern[]): Kept {
    const opened = this.pool.open(owner, patterns).then((set) => {
      // A task with such a pattern cannot be saved, so this is a defect. The reason would quote the pattern, which no log may contain.
      for (const { patternId } of set.refused) this.logger.error({ pattern: patternId }, 'pattern cannot be matched');
      return set;
    });
    const kept: Kept = { opened, holders: 0, closing: undefined };
    this.kept.set(key, kept);
    return kept;
  }

  private closeLater(key: string, kept: Kept): void {
    kept.closing = setTimeout(() => this.forget(key, kept), KEPT_MS);
    kept.closing.unref();
  }

  private forget(key: string, kept: Kept): void {
    clearTimeout(kept.closing);
    if (this.kept.get(key) === kept) this.kept.delete(key);
    kept.opened.then((set) => set.close()).catch(() => undefined);
  }
}

/** The same patterns in another order are another set: the order follows from the tasks. */
const digestOf = (patterns: readonly OwnedPattern[]): string =>
  createHash('sha256')
    .update(patterns.map(({ id }) => id).join())
    .digest('base64');
