import { createHash } from 'node:crypto';
import { row, type SqlEntityManager, sql } from '@leakwatch/platform';
import { afterReading, isSilent } from '@leakwatch/rules';
import { tables } from '../entities.ts';
import type { Reference } from '../sources/unit-source.port.ts';
import { type PassCounts, passCounts } from './pass-counts.ts';
import type { LeasedUnit } from './unit.store.ts';

/** Sums stay below 2^53, the largest number that JSON and JavaScript hold exactly. */
const SUM_BYTES = 6;
const SUM_BOUND = 2 ** (8 * SUM_BYTES);

/** Adds what another answer named. */
export const addSums = (one: number, other: number): number => (one + other) % SUM_BOUND;

/** Adds what an answer named to the sum of its pass. */
export const addNamed = (sum: number, references: readonly Pick<Reference, 'key' | 'version'>[]): number =>
  references.reduce((total, { key, version }) => {
    const hash = createHash('sha256')
      .update(JSON.stringify([key, version]))
      .digest();
    return addSums(total, hash.readUIntBE(0, SUM_BYTES));
  }, sum);

/** An empty answer is no news: a stream answers with what is new since the last one. */
const hasNews = (pass: PassCounts, before: PassCounts | undefined): boolean => pass.returned > 0 && pass.named !== before?.named;

interface Row {
  readonly quiet: number;
  readonly longest: number;
  readonly intervals: number;
  /** Since the end of the last pass; null for the first. */
  readonly seconds: number | null;
  readonly last_pass: unknown;
}

/** Learns from a pass that ends how often the unit has something new, and records whether it is silent. Call it before the pass is stored. */
export async function learnHabit(em: SqlEntityManager, unit: Pick<LeasedUnit, 'id' | 'epoch' | 'source'>, pass: PassCounts): Promise<void> {
  const stored = await row(
    em,
    sql<Row>`select quiet_seconds as quiet, longest_seconds as longest, intervals, last_pass,
        extract(epoch from now() - last_pass_ended_at)::float8 as seconds
      from crawler.unit where id = ${unit.id} and lease_epoch = ${unit.epoch}`,
  );
  if (stored === undefined) return;
  const before = stored.last_pass === null ? undefined : passCounts.parse(stored.last_pass);
  const news = hasNews(pass, before);
  const known = { quietSeconds: stored.quiet, longestSeconds: stored.longest, intervals: stored.intervals };
  // The first pass begins the time; how long its news are old is not known.
  const habit = stored.seconds === null ? known : afterReading(known, stored.seconds, news);
  const silent = isSilent(habit, unit.source);
  await tables(em)
    .updateTable('crawler.unit')
    .set({
      quiet_seconds: habit.quietSeconds,
      longest_seconds: habit.longestSeconds,
      intervals: habit.intervals,
      ...(news && { news_at: sql`now()` }),
      silent_since: silent ? sql`coalesce(silent_since, news_at)` : null,
    })
    .where('id', '=', unit.id)
    .where('lease_epoch', '=', unit.epoch)
    .execute();
}
