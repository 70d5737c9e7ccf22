import type { CoverageOfSource, SourceCoverage } from '@leakwatch/contracts';

type Summed = 'parts' | 'parts_failed' | 'total' | 'scanned' | 'unread' | 'unchecked' | 'capped' | 'incomplete' | 'silent';

/** What tasks search, summed for each source, in the order of the sources' names. `tasks`: the coverage of each source of each task. */
export function sumCoverage(tasks: readonly SourceCoverage[]): CoverageOfSource[] {
  const sources = [...new Set(tasks.map(({ source_type }) => source_type))].toSorted();
  return sources.map((source_type) =>
    sumOf(
      source_type,
      tasks.filter((one) => one.source_type === source_type),
    ),
  );
}

function sumOf(source_type: CoverageOfSource['source_type'], tasks: readonly SourceCoverage[]): CoverageOfSource {
  const sum = (field: Summed) => tasks.reduce((all, one) => all + one[field], 0);
  const passes = tasks.flatMap(({ last_full_pass: at }) => at ?? []).toSorted();
  return {
    source_type,
    tasks: tasks.length,
    tasks_failing: tasks.filter(({ parts_failed, error_code }) => parts_failed > 0 || error_code !== null).length,
    parts: sum('parts'),
    parts_failed: sum('parts_failed'),
    total: sum('total'),
    scanned: sum('scanned'),
    unread: sum('unread'),
    unchecked: sum('unchecked'),
    capped: sum('capped'),
    incomplete: sum('incomplete'),
    silent: sum('silent'),
    tasks_not_searched: tasks.length - passes.length,
    oldest_full_pass: passes[0] ?? null,
  };
}
