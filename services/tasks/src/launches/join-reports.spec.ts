import { expect, it } from '@jest/globals';
import type { LaunchProgress } from '@leakwatch/contracts';
import fc from 'fast-check';
import { joinReports } from './join-reports.ts';

const report = fc.record({
  launch: fc.constantFrom('a', 'b'),
  progress: fc.nat(99),
  states: fc.uniqueArray(fc.record({ id: fc.constantFrom('r', 's', 't'), total: fc.nat(3) }), { selector: ({ id }) => id }),
});

/** What is known of each launch after reports that are kept one by one. */
function known(reports: readonly LaunchProgress[]) {
  const launches = new Map<string, { progress: number; totals: Map<string, number> }>();
  for (const { launch_id: launch, progress, repositories } of reports) {
    const totals = launches.get(launch)?.totals ?? new Map<string, number>();
    for (const { id, blobs_total: total } of repositories) totals.set(id, total);
    launches.set(launch, { progress, totals });
  }
  return launches;
}

it('reports that are kept as one tell what they tell one by one', () => {
  fc.assert(
    fc.property(fc.array(report), (reports) => {
      const messages = reports.map(
        ({ launch, progress, states }): LaunchProgress => ({
          launch_id: launch,
          task_id: 'task',
          organisation_id: 'organisation',
          source_type: 'git_repo',
          progress,
          activity_at: '2026-01-02T03:04:05Z',
          repositories: states.map(({ id, total }) => ({
            id,
            status: 'processing_commits',
            error_code: null,
            last_indexed: null,
            blobs_total: total,
            blobs_scanned: 0,
            blobs_unread: 0,
            blobs_unchecked: 0,
          })),
          units: null,
        }),
      );
      const joined = joinReports(messages);
      expect(known(joined)).toEqual(known(messages));
      expect(joined).toHaveLength(new Set(reports.map(({ launch }) => launch)).size);
    }),
  );
});
