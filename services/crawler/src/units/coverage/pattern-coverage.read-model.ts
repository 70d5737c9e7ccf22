import type { AnswerOf, getPatternCoverage, PatternCoverage } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { LAUNCH_ERROR_CODES, type Pattern, type SourceType } from '@leakwatch/vocabulary';
import { tables } from '../../entities.ts';
import { passCounts } from '../pass-counts.ts';

/** A unit that a task needs, with what its last pass, or its first one so far, asked for and got. */
export interface UnitCoverage {
  readonly source_type: string;
  /** Patterns of the task that it serves; null for all. */
  readonly pattern_ids: readonly string[] | null;
  readonly pass: unknown;
  readonly error_code: string | null;
  readonly ended_at: Date | null;
}

/** The units that a task needs, as far as the transaction's scope sees the task. */
export async function subscribedUnits(
  em: SqlEntityManager,
  task: string,
): Promise<{ readonly unit_id: string; readonly source_type: string; readonly pattern_ids: string[] | null }[]> {
  return tables(em)
    .selectFrom('crawler.subscription')
    .select(['unit_id', 'source_type', 'pattern_ids'])
    .where('task_id', '=', task)
    .execute();
}

/** Counts of units; they are the same for every task, so the caller has seen that a task of its own needs them. */
export const countsOf = (em: SqlEntityManager, units: readonly string[]) =>
  rows(
    em,
    sql<{ id: string; pass: unknown; error_code: string | null; ended_at: Date | null }>`
      select id, coalesce(last_pass, pass) as pass, error_code,
        case when failing_since is null then last_pass_ended_at end as ended_at
      from crawler.unit where id = any (${[...units]}::uuid[])`,
  );

/** One entry for each pattern and source: the sums of the units that serve the pattern. */
export function coverageOfPatterns(
  patterns: readonly Pick<Pattern, 'id'>[],
  sources: readonly SourceType[],
  units: readonly UnitCoverage[],
): AnswerOf<typeof getPatternCoverage>['results'] {
  return patterns.flatMap(({ id }) => sources.map((source) => ofPattern(id, source, units)));
}

function ofPattern(pattern: string, source: SourceType, units: readonly UnitCoverage[]): PatternCoverage {
  const serving = units.filter((unit) => unit.source_type === source && (unit.pattern_ids?.includes(pattern) ?? true));
  const passes = serving.map((unit) => passCounts.parse(unit.pass));
  const sum = (of: (pass: (typeof passes)[number]) => number) => passes.reduce((total, pass) => total + of(pass), 0);
  const totals = passes.flatMap(({ total }) => (total === null ? [] : [total]));
  const ended = serving.map((unit) => unit.ended_at);
  const isWhole = serving.length > 0 && ended.every((at) => at !== null);
  const oldest = ended.flatMap((at) => (at === null ? [] : [at.getTime()]));
  return {
    pattern,
    source_type: source,
    asked: serving.length > 0,
    found: totals.length === 0 ? null : totals.reduce((total, one) => total + one, 0),
    returned: sum((pass) => pass.returned),
    read: sum((pass) => pass.read),
    unread: sum(({ unread }) => Object.values(unread).reduce((total, one) => total + one, 0)),
    unchecked: sum((pass) => pass.unchecked),
    capped: passes.some((pass) => pass.capped),
    incomplete: passes.some((pass) => pass.incomplete),
    error_code: LAUNCH_ERROR_CODES.find((code) => serving.some((unit) => unit.error_code === code)) ?? null,
    last_full_pass: isWhole ? new Date(Math.min(...oldest)).toISOString() : null,
  };
}
