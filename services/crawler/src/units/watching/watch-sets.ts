import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { MatchingPool, type PatternSet } from '@leakwatch/matching';
import { Database, SCHEDULER } from '@leakwatch/platform';
import { PATTERN_KINDS, type PatternKind } from '@leakwatch/vocabulary';
import { type Audience, type PaidText, watchedTexts, type WatchedText, watchVersion } from './watched-patterns.store.ts';

/** A compiled set, with the text behind each of its pattern ids. */
interface Compiled {
  readonly set: PatternSet;
  readonly texts: ReadonlyMap<string, WatchedText>;
  users: number;
  retired: boolean;
}

/** What documents are matched against: every pattern with a number up to `version`. */
export interface WatchSnapshot {
  readonly version: bigint;
  readonly sets: readonly PatternSet[];
  readonly textOf: (patternId: string) => WatchedText | undefined;
  /** To be called once, when the documents are matched. */
  readonly release: () => void;
}

interface Kept {
  readonly audience: Audience;
  base: Compiled | undefined;
  delta: Compiled | undefined;
  baseVersion: bigint;
  version: bigint;
  updating: Promise<void> | undefined;
}

/**
 * The texts added since the base was compiled are a set of their own, which is compiled again with each change. When it has more
 * than this, and more than a share of the base, both become one: every document is scanned once for each set.
 */
const DELTA_TEXTS = 500;
const DELTA_SHARE = 0.1;
/** Audiences that are kept compiled. One organisation's own is as large as its patterns; the one used longest ago leaves first. */
const KEPT_AUDIENCES = 64;

const isKind = (kind: string): kind is PatternKind => PATTERN_KINDS.some((known) => known === kind);
const keyOf = ({ source, organisation }: Audience): string => `${source} ${organisation ?? ''}`;

/** The watched patterns of each audience, compiled in the pool's threads and kept current as a base and a delta. */
@Injectable()
export class WatchSets implements OnApplicationShutdown {
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly database: Database,
    private readonly pool: MatchingPool,
  ) {}

  /** Every pattern that was committed before the call is in it. */
  async snapshot(audience: Audience): Promise<WatchSnapshot> {
    const kept = this.keep(audience);
    for (let before = kept.updating; before !== undefined; before = kept.updating) await before.catch(() => undefined);
    kept.updating = this.update(kept).finally(() => {
      kept.updating = undefined;
    });
    await kept.updating;
    const parts = [kept.base, kept.delta].filter((part) => part !== undefined);
    for (const part of parts) part.users += 1;
    return {
      version: kept.version,
      sets: parts.map((part) => part.set),
      textOf: (id) => parts.find((part) => part.texts.has(id))?.texts.get(id),
      release: () => parts.forEach(leave),
    };
  }

  onApplicationShutdown() {
    for (const key of [...this.kept.keys()]) this.forget(key);
  }

  private keep(audience: Audience): Kept {
    const key = keyOf(audience);
    const known = this.kept.get(key) ?? {
      audience,
      base: undefined,
      delta: undefined,
      baseVersion: 0n,
      version: 0n,
      updating: undefined,
    };
    this.kept.delete(key);
    this.kept.set(key, known);
    const [oldest] = this.kept.keys();
    if (this.kept.size > KEPT_AUDIENCES && oldest !== undefined) this.forget(oldest);
    return known;
  }

  private forget(key: string): void {
    const kept = this.kept.get(key);
    this.kept.delete(key);
    for (const part of [kept?.base, kept?.delta]) retire(part);
  }

  private async update(kept: Kept): Promise<void> {
    const { audience } = kept;
    const read = await this.database.inScope(SCHEDULER, async (em) => {
      const version = await watchVersion(em);
      if (version === kept.version) return undefined;
      const added = await watchedTexts(em, audience, { after: kept.baseVersion, upTo: version });
      const isLarge = added.length > Math.max(DELTA_TEXTS, DELTA_SHARE * (kept.base?.texts.size ?? 0));
      return kept.base === undefined || isLarge
        ? { version, base: await watchedTexts(em, audience, { after: 0n, upTo: version }) }
        : { version, delta: added };
    });
    if (read === undefined) return;
    if (read.base !== undefined) {
      const base = await this.compile(`${keyOf(audience)} base ${read.version}`, read.base);
      for (const part of [kept.base, kept.delta]) retire(part);
      kept.base = base;
      kept.delta = undefined;
      kept.baseVersion = read.version;
    } else {
      const delta = read.delta.length === 0 ? undefined : await this.compile(`${keyOf(audience)} delta ${read.version}`, read.delta);
      retire(kept.delta);
      kept.delta = delta;
    }
    kept.version = read.version;
  }

  private async compile(prefix: string, texts: readonly PaidText[]): Promise<Compiled> {
    // Costly expressions of one organisation must not leave those of another unchecked.
    const patterns = texts.flatMap(({ kind, text, payers }, at) =>
      isKind(kind) ? [{ id: `${prefix} ${at}`, kind, text, owner: payers }] : [],
    );
    const set = await this.pool.open(prefix, patterns);
    return { set, texts: new Map(patterns.map(({ id, kind, text }) => [id, { kind, text }])), users: 0, retired: false };
  }
}

function retire(part: Compiled | undefined): void {
  if (part === undefined || part.retired) return;
  part.retired = true;
  if (part.users === 0) part.set.close();
}

function leave(part: Compiled): void {
  part.users -= 1;
  if (part.retired && part.users === 0) part.set.close();
}
