import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Bench,
  type BenchContext,
  figure,
  gitVersion,
  goal,
  interleave,
  keywords,
  machineLine,
  ratioOf,
  table,
} from '@leakwatch/bench';
import { DETECTORS, MatchingPool } from '@leakwatch/matching';
import type { Pattern } from '@leakwatch/vocabulary';
import { SCREENING_PROGRAM } from '../src/screening/screening-jobs.ts';
import { generateRepository } from './generate-repository.ts';
import { gitLog, lines, LOG_COMMAND, plainScan } from './git-programs.ts';
import { otherScanners } from './other-scanners.ts';
import { scanHistory, type Scanned, watch } from './scan-history.ts';

const MEGABYTES = 1_000;
const TINY_BYTES = 400_000;
const WORDS = { full: 10_000, tiny: 100 };
const ROUNDS = 5;
/** Of the history's own words: so that there is something to find in a repository that is not generated. */
const ADDRESSES = 100;
const FEW_COMMITS = 3;
/** Of the time of another scanner, at most so much. */
const MOST_OF_OTHERS: ReadonlyMap<string, number> = new Map([
  ['gitleaks', 0.15],
  ['kingfisher', 0.5],
]);

/** Formats of vendors. Those of passwords, numbers of people and texts match in nearly every file without the checks of their detectors. */
const detectorPatterns = (): Pattern[] =>
  DETECTORS.flatMap(({ id, expression, refusedInWords }) => (refusedInWords === true ? [{ id, kind: 'regex', text: expression }] : []));

const wordPatterns = (words: readonly string[]): Pattern[] => words.map((text, at) => ({ id: String(at), kind: 'deep', text }));

/** Addresses of authors of few commits, of which some stand in files too. Those of the others may stand in every file. */
async function addressesIn(directory: string, commits: number): Promise<readonly string[]> {
  const counts = new Map<string, number>();
  for (const line of await lines(directory, 'git log --all --format=%ae')) {
    const address = line.toLowerCase();
    if (/^[^\s@]+@[^\s@]+$/.test(address)) counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return [...counts].flatMap(([address, count]) => (count <= commits ? [address] : [])).slice(0, ADDRESSES);
}

async function compareTiny(directory: string, pool: MatchingPool, words: readonly string[]): Promise<void> {
  const watched = await watch(pool, wordPatterns(words));
  await interleave(
    [
      { name: 'Leakwatch', run: () => scanHistory(directory, watched, 'screened') },
      { name: 'through git cat-file', run: () => scanHistory(directory, watched, 'plain') },
      { name: 'blob by blob', run: () => plainScan(directory, watched) },
    ],
    1,
  );
}

interface Place {
  readonly directory: string;
  /** For what the others write. */
  readonly folder: string;
}

async function compare(
  { print, options }: BenchContext,
  { directory, folder }: Place,
  pool: MatchingPool,
  words: readonly string[],
): Promise<void> {
  const withDetectors = options['detectors'] === 'all';
  const detectors = withDetectors ? detectorPatterns() : [];
  const watched = await watch(pool, [...wordPatterns(words), ...detectors]);
  if (withDetectors) print(`${detectors.length} detectors, ${watched.set.refused.length} of them refused`);
  const since = options['since'];
  const others =
    options['others'] === 'no' || since !== undefined ? [] : otherScanners({ directory, words, builtIn: withDetectors, folder });
  for (const { name, version } of others) print(`${name}: ${version}`);
  const withOracle = options['oracle'] !== 'no';
  const contestants = await interleave<Scanned | null>(
    [
      { name: 'Leakwatch: list, screen, match', group: 'ours', run: () => scanHistory(directory, watched, 'screened', since) },
      { name: `git ${LOG_COMMAND.join(' ')}`, group: 'git', run: () => gitLog(directory, since).then(() => null) },
      ...(withOracle
        ? [{ name: 'the same through git cat-file', group: 'ours', run: () => scanHistory(directory, watched, 'plain', since) }]
        : []),
      ...others.map(({ name, run }) => ({ name, group: name, run: () => run().then(() => null) })),
    ],
    Number(options['rounds'] ?? ROUNDS),
  );
  const [ours, log] = contestants;
  if (ours === undefined || log === undefined || ours.found === null) return;
  print(
    table(
      ['contestant', 's', 'in proportion to git log', 'processor s'],
      contestants.map((one) => [one.name, figure(one.median), figure(ratioOf(one, log)), figure(one.processor)]),
    ),
  );
  const { blobs, findings } = ours.found;
  print(`\n${blobs} blobs, ${findings} findings${withOracle ? ', the same both ways' : ''}; git log searches nothing.`);
  const most = withDetectors ? 0.6 : 0.36;
  print(goal('the scan in proportion to git log', ratioOf(ours, log), { most: since === undefined ? most : 0.8 }));
  for (const other of contestants.slice(2)) {
    const most = MOST_OF_OTHERS.get(other.name);
    if (most === undefined) print(`the scan in proportion to ${other.name}: ${figure(ratioOf(ours, other))}`);
    else print(goal(`the scan in proportion to ${other.name}`, ratioOf(ours, other), { most }));
  }
}

async function measure(context: BenchContext, folder: string, pool: MatchingPool): Promise<void> {
  const { size, print, options } = context;
  const words = keywords(Number(options['words'] ?? WORDS[size]));
  const given = options['repository'];
  if (given !== undefined) {
    print(`${given}, ${words.length} words and addresses of authors\n`);
    return compare(context, { directory: given, folder }, pool, [
      ...new Set([...(await addressesIn(given, Number(options['commits'] ?? FEW_COMMITS))), ...words]),
    ]);
  }
  const directory = join(folder, 'history.git');
  const bytes = size === 'tiny' ? TINY_BYTES : Number(options['megabytes'] ?? MEGABYTES) * 1_000_000;
  const made = await generateRepository(directory, bytes, words);
  print(`${made.versions} versions of files, ${figure(made.contentBytes / 1e6)} MB before packing, ${words.length} words\n`);
  return size === 'tiny' ? compareTiny(directory, pool, words) : compare(context, { directory, folder }, pool, words);
}

/**
 * Scans a whole git history with the crawler's code, compared with the git command that another scanner waits for.
 * `repository=/path/of/a/bare.git` takes a real one, `megabytes=50` generates a small one; `rounds=7`, `words=50000`, `since=<oid>` for what is
 * newer than a commit; `commits=100000` looks for
 * the addresses of every author, which may stand in every file; `detectors=all` for all detectors of vendors' tokens as expressions beside the words; `oracle=no` leaves the way through git cat-file out. gitleaks, trufflehog
 * and kingfisher are measured where they are on the PATH, with a rule for each word and without asking anybody whether a secret is valid (`others=no`
 * leaves them out).
 */
export const bench: Bench = {
  name: 'scan',
  async run(context) {
    context.print(`${machineLine()}; ${gitVersion()}`);
    const folder = mkdtempSync(join(tmpdir(), 'leakwatch-bench-'));
    // As many threads as the crawler has by default.
    const pool = new MatchingPool({ threads: 2, program: SCREENING_PROGRAM });
    try {
      await measure(context, folder, pool);
    } finally {
      await pool.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
