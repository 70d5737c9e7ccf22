import type { LaunchProgress } from '@leakwatch/contracts';

/** One report for each launch: the newest, with the newest state of every repository that one of them tells. */
export function joinReports(reports: readonly LaunchProgress[]): readonly LaunchProgress[] {
  const joined = new Map<string, { newest: LaunchProgress; readonly states: Map<string, LaunchProgress['repositories'][number]> }>();
  for (const report of reports) {
    const launch = joined.get(report.launch_id) ?? { newest: report, states: new Map() };
    launch.newest = report;
    for (const repository of report.repositories) launch.states.set(repository.id, repository);
    joined.set(report.launch_id, launch);
  }
  return [...joined.values()].map(({ newest, states }) => ({ ...newest, repositories: [...states.values()] }));
}
