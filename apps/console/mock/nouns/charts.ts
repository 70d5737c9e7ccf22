import { chartData, chartInfo } from '@leakwatch/contracts';
import { handle } from '../handle.ts';
import { mockId } from '../ids.ts';

const DAY_MS = 86_400_000;
const PATTERNS = ['corp.example password', 'intranet.corp', 'filename:.env billing key'];
/** A task that has no events. */
const QUIET = mockId(2, 3);

/** Numbers that go up and down and are the same at each call. */
const noise = (at: number, seed: number) => Math.max(0, Math.round(6 * Math.sin(at * 1.7 + seed) + 4 * Math.sin(at * 0.6 + seed * 2)));

export const HANDLERS = [
  handle(chartInfo, ({ params }) => ({
    patterns: params.id === QUIET ? [] : PATTERNS.map((pattern, at) => ({ pattern, pattern_count: 120 - at * 40 })),
  })),
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
