import { mkdirSync, rmSync } from 'node:fs';
import { runGit } from '../git-http/scratch-repository.ts';
import { type PlantedLeak, SAMPLE_FILTER_KEYWORDS, SAMPLE_PATTERNS, type SamplePatterns } from './expectations.ts';
import { FastImport, type SampleAuthor, type SampleCommit } from './fast-import.ts';
import { ordinaryFile, SAMPLE_AUTHORS } from './history.ts';
import { PLANTED_FILES, type PlantedFile } from './leaks.ts';

/** The demonstration repository: its patterns, and all findings in it. */
export interface SampleRepository {
  /** Bare; served or cloned as it is. */
  readonly directory: string;
  readonly defaultBranch: 'main';
  readonly commits: number;
  readonly patterns: SamplePatterns;
  readonly filterKeywords: readonly string[];
  readonly planted: readonly PlantedLeak[];
}

const SEED = 20_261_120;
const MAIN_COMMITS = 200;
const SIDE_COMMITS = 6;
/** Seconds: 1 March 2025, 09:00 UTC. Commits of the main branch are an hour apart. */
const START = 1_740_819_600;
const HOUR = 3600;
/** After which commit of the main branch each side branch begins, and where it is merged. */
const SIDES = [
  { branch: 'feature/billing', from: 100, merged: undefined },
  { branch: 'hotfix/gateway', from: 125, merged: 135 },
  { branch: 'release/1.4', from: 150, merged: undefined },
] as const;

/**
 * Creates the demonstration repository with real git, identical to the last byte each time. Replaces the content of the
 * folder. @throws when git cannot be run
 */
export async function createSampleRepository(directory: string): Promise<SampleRepository> {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const stream = new FastImport();
  const marks = new Map<string, number>();
  const random = seededRandom(SEED);
  let commits = 0;
  const written = new Map<string, SampleCommit['files']>();
  const add = (
    branch: string,
    at: number,
    time: number,
    more: { from?: number; merge?: number; files?: SampleCommit['files'] },
  ): number => {
    commits += 1;
    const author: SampleAuthor = SAMPLE_AUTHORS[Math.floor(random() * SAMPLE_AUTHORS.length)] ?? {
      name: 'nobody',
      email: 'nobody@dev.example',
    };
    const [path, content] = ordinaryFile(random);
    const planted = PLANTED_FILES.filter((file) => file.at === at && (file.branch ?? 'main') === branch);
    const own = { ...Object.fromEntries(planted.map((file) => [file.path, file.content])), [path]: `# ${branch} ${at}\n${content}` };
    const message = `${branch}: step ${at}\n\nшаг ${at}\n`;
    const mark = stream.commit({ branch, author, time, message, ...more, files: { ...more.files, ...own } });
    written.set(branch, { ...written.get(branch), ...own });
    marks.set(`${branch} ${at}`, mark);
    return mark;
  };

  for (let at = 0; at < MAIN_COMMITS; at += 1) {
    const time = START + at * HOUR;
    const merged = SIDES.find((side) => side.merged === at);
    const merge = merged && marks.get(`${merged.branch} ${SIDE_COMMITS - 1}`);
    // fast-import merges histories, not folders, so the files of the side branch are added here.
    const files = (merged && written.get(merged.branch)) ?? {};
    const mark = add('main', at, time, merge === undefined ? {} : { merge, files });
    for (const side of SIDES.filter((one) => one.from === at)) {
      for (let step = 0; step < SIDE_COMMITS; step += 1) add(side.branch, step, time + (step + 1) * 60, step === 0 ? { from: mark } : {});
    }
  }
  const release = marks.get(`release/1.4 ${SIDE_COMMITS - 1}`) ?? 0;
  stream.tag('v1.4.0', release, SAMPLE_AUTHORS[1] ?? { name: 'nobody', email: '' }, START + 160 * HOUR, 'Release 1.4.0\n');
  stream.deleteBranch('release/1.4');
  stream.run(directory);
  return {
    directory,
    defaultBranch: 'main',
    commits,
    patterns: SAMPLE_PATTERNS,
    filterKeywords: SAMPLE_FILTER_KEYWORDS,
    planted: PLANTED_FILES.flatMap((file) => plantedLeaks(file, commitOf(directory, file))),
  };
}

function plantedLeaks(file: PlantedFile, commit: string): readonly PlantedLeak[] {
  return (file.findings ?? []).map((finding) => ({ ...finding, path: file.path, commit, note: file.note }));
}

/** Found by the commit's message, which names the branch and the step. */
function commitOf(directory: string, file: PlantedFile): string {
  if (file.findings === undefined) return '';
  const subject = `${file.branch ?? 'main'}: step ${file.at}`;
  return runGit(directory, ['log', '--all', '--format=%H', `--grep=^${subject}$`])
    .toString('latin1')
    .trim();
}

/** Repeatable numbers in 0..1 (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
