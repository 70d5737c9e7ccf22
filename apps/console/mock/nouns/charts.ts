import { chartData, chartInfo, organisationStatistics } from '@leakwatch/contracts';
import { handle } from '../handle.ts';
import { minutesAgo, mockId } from '../ids.ts';
import { notFound } from '../replies.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PATTERNS = ['corp.example password', 'intranet.corp', 'filename:.env billing key'];
/** A task that has no events. */
const QUIET = mockId(2, 3);

/** Numbers that go up and down and are the same at each call. */
const noise = (at: number, seed: number) => Math.max(0, Math.round(6 * Math.sin(at * 1.7 + seed) + 4 * Math.sin(at * 0.6 + seed * 2)));

/** So many hours or days up to a fixed one. */
const labelsOf = { last_day: [24, HOUR_MS, 13, ':00Z'], last_month: [32, DAY_MS, 10, ''] } as const;

export const HANDLERS = [
  handle(chartInfo, ({ params }) => ({
    patterns: params.id === QUIET ? [] : PATTERNS.map((pattern, at) => ({ pattern, pattern_count: 120 - at * 40 })),
  })),
  handle(
    organisationStatistics,
    ({ world, params, query }) => {
      const organisation = world.organisations.find(({ id }) => id === params.company);
      if (organisation === undefined) throw notFound();
      const [count, step, length, suffix] = labelsOf[query.template];
      const last = Date.parse(minutesAgo(0));
      const labels = Array.from(
        { length: count },
        (_, at) => `${new Date(last - (count - 1 - at) * step).toISOString().slice(0, length)}${suffix}`,
      );
      const quiet = { data: labels.map(() => 0) };
      const drawn = (seed: number) =>
        organisation.active && world.scenario === 'full' ? { data: labels.map((_, at) => noise(at, seed)) } : quiet;
      const others = { gist: quiet, pastebin: quiet, telegram: quiet, google_docs: quiet };
      return { labels, ...others, git: drawn(0), git_repo: drawn(1), gitlab_cloud: drawn(3) };
    },
    { params: { company: mockId(8, 1) } },
  ),
  handle(chartData, ({ params, query }) => {
    const first = Math.floor(Date.parse(query.start) / DAY_MS);
    const days = Math.floor(Date.parse(query.end) / DAY_MS) - first + 1;
    const labels = Array.from({ length: days }, (_, at) => new Date((first + at) * DAY_MS).toISOString().slice(0, 10));
    const share = query.pattern === undefined ? 1 : 0.5;
    const quiet = { data: labels.map(() => 0) };
    const drawn = (seed: number) => (params.id === QUIET ? quiet : { data: labels.map((_, at) => Math.round(noise(at, seed) * share)) });
    const others = { gist: quiet, pastebin: quiet, gitlab_cloud: quiet, google_docs: quiet };
    return { labels, ...others, git: drawn(0), git_repo: drawn(1), telegram: drawn(2) };
  }),
];
