import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bench, figure, gitVersion, keywords, table } from '@leakwatch/bench';
import { generateRepository } from './generate-repository.ts';
import { lines } from './git-programs.ts';

const MEGABYTES = { full: 600, tiny: 30 };
const WORDS = 10_000;

/** What decides how long a scan of a history takes, apart from its text. Proportions are 0 to 1. */
export interface Shape {
  readonly versions: number;
  readonly contentBytes: number;
  /** Of blobs. */
  readonly bytes: Spread;
  readonly versionsOfAPath: Spread;
  /** Of all versions, those of the 1 % and the 5 % of the paths that have most. */
  readonly versionsOfTop: readonly [hundredth: number, twentieth: number];
  readonly filesOfACommit: Spread;
  /** Added and removed. */
  readonly linesOfAChange: Spread;
  /** Of the commits. */
  readonly merges: number;
  /** Bytes of the pack for its blobs, in proportion to their content. */
  readonly packed: number;
  readonly depthOfADelta: Spread;
  /** Instructions and new bytes of a delta, in proportion to what it makes. */
  readonly newOfADelta: Spread;
}

interface Spread {
  readonly mean: number;
  readonly median: number;
  readonly p90: number;
  readonly p99: number;
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
  return { mean: sum(values) / Math.max(1, values.length), median: at(0.5), p90: at(0.9), p99: at(0.99) };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Changes of files in all commits but merges. */
async function changesOf(directory: string) {
  const versions = new Map<string, number>();
  const [ofCommits, changed]: [number[], number[]] = [[], []];
  for (const line of await lines(directory, 'git log --all --no-merges --no-renames --numstat --format=tformat:commit')) {
    if (line === 'commit') {
      ofCommits.push(0);
      continue;
    }
    const [added, removed, path] = line.split('\t');
    if (path === undefined) continue;
    ofCommits[ofCommits.length - 1] = (ofCommits.at(-1) ?? 0) + 1;
    versions.set(path, (versions.get(path) ?? 0) + 1);
    // Of binary files git prints a dash.
    if (added !== '-') changed.push(Number(added) + Number(removed));
  }
  return { versions: [...versions.values()].sort((one, other) => other - one), ofCommits, changed };
}

/** Entries of the packs that hold blobs: bytes of the object, and of the entry before and after it is compressed. */
async function entriesOf(directory: string) {
  const sizes = new Map<string, number>();
  for (const line of await lines(
    directory,
    "git cat-file --batch-all-objects --unordered --batch-check='%(objecttype) %(objectname) %(objectsize)'",
  )) {
    const [type, oid = '', size] = line.split(' ');
    if (type === 'blob') sizes.set(oid, Number(size));
  }
  const listed = await lines(directory, 'for pack in objects/pack/*.idx; do git verify-pack -v "$pack"; done');
  return listed.flatMap((line) => {
    const [oid = '', type, inflated, packed, , depth] = line.split(/ +/);
    const size = sizes.get(oid);
    return type === 'blob' && size !== undefined
      ? [{ size, inflated: Number(inflated), packed: Number(packed), depth: Number(depth ?? 0) }]
      : [];
  });
}

/** @param directory a bare repository */
export async function shapeOf(directory: string): Promise<Shape> {
  const { versions, ofCommits, changed } = await changesOf(directory);
  const entries = await entriesOf(directory);
  const [merges = '0'] = await lines(directory, 'git rev-list --all --merges --count');
  const total = sum(versions);
  const top = (part: number) => sum(versions.slice(0, Math.max(1, Math.floor(part * versions.length)))) / total;
  const deltas = entries.filter(({ depth }) => depth > 0);
  const contentBytes = sum(entries.map(({ size }) => size));
  return {
    versions: entries.length,
    contentBytes,
    bytes: spreadOf(entries.map(({ size }) => size)),
    versionsOfAPath: spreadOf(versions),
    versionsOfTop: [top(0.01), top(0.05)],
    filesOfACommit: spreadOf(ofCommits.filter((files) => files > 0)),
    linesOfAChange: spreadOf(changed),
    merges: Number(merges) / (Number(merges) + ofCommits.length),
    packed: sum(entries.map(({ packed }) => packed)) / contentBytes,
    depthOfADelta: spreadOf(deltas.map(({ depth }) => depth)),
    newOfADelta: spreadOf(deltas.map(({ size, inflated }) => inflated / Math.max(1, size))),
  };
}

const spread = ({ mean, median, p90, p99 }: Spread): string => [mean, median, p90, p99].map(figure).join(', ');

/** What the generated history looks like, and a real one: `repository=/path/of/a/bare.git`, `megabytes=600`. */
export const bench: Bench = {
  name: 'shape',
  async run({ size, options, print }) {
    print(gitVersion());
    const folder = mkdtempSync(join(tmpdir(), 'leakwatch-bench-'));
    try {
      const directory = options['repository'] ?? join(folder, 'history.git');
      if (options['repository'] === undefined)
        await generateRepository(directory, Number(options['megabytes'] ?? MEGABYTES[size]) * 1_000_000, keywords(WORDS));
      const shape = await shapeOf(directory);
      print(`${shape.versions} blobs, ${figure(shape.contentBytes / 1e6)} MB\n`);
      print(
        table(
          ['what', 'mean, median, 90 and 99 of 100'],
          [
            ['bytes of a blob', spread(shape.bytes)],
            ['versions of a path', spread(shape.versionsOfAPath)],
            ['files of a commit', spread(shape.filesOfACommit)],
            ['lines of a change', spread(shape.linesOfAChange)],
            ['depth of a delta', spread(shape.depthOfADelta)],
            ['new in a delta', spread(shape.newOfADelta)],
          ],
        ),
      );
      print(`\nversions of the 1 % and 5 % of paths that have most: ${shape.versionsOfTop.map(figure).join(', ')}`);
      print(`merges ${figure(shape.merges)} of the commits; the pack ${figure(shape.packed)} of the content`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
