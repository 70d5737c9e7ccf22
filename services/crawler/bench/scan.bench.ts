import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bench, type BenchContext, figure, gitVersion, interleave, keywords, machineLine, ratioOf, table } from '@leakwatch/bench';
import { MatchingPool } from '@leakwatch/matching';
import { generateRepository } from './generate-repository.ts';
import { gitLog, plainScan } from './git-programs.ts';
import { inThreads, onEventLoop, scanHistory, type Scanned, watch } from './scan-history.ts';

const MEGABYTES = 1_000;
const TINY_BYTES = 400_000;
const WORDS = { full: 10_000, tiny: 100 };
const ROUNDS = 5;

async function measure({ size, print, options }: BenchContext, directory: string, pool: MatchingPool): Promise<void> {
  const bytes = size === 'tiny' ? TINY_BYTES : Number(options['megabytes'] ?? MEGABYTES) * 1_000_000;
  const words = keywords(WORDS[size]);
  const made = await generateRepository(directory, bytes, words);
  const watched = await watch(pool, words);
  print(`${made.versions} versions of files, ${figure(made.contentBytes / 1e6)} MB before packing, ${words.length} words\n`);
  if (size === 'tiny') {
    await interleave(
      [
        { name: 'Leakwatch', run: () => scanHistory(directory, watched, inThreads) },
        { name: 'on the event loop', run: () => scanHistory(directory, watched, onEventLoop) },
        { name: 'blob by blob', run: () => plainScan(directory, watched) },
      ],
      1,
    );
    return;
  }
  const [ours, loop, log] = await interleave<Scanned | null>(
    [
      { name: 'Leakwatch: list, read, match in a thread', group: 'ours', run: () => scanHistory(directory, watched, inThreads) },
      { name: 'the same, matching on the event loop', group: 'ours', run: () => scanHistory(directory, watched, onEventLoop) },
      { name: 'git log -p -U0 --all > /dev/null', group: 'git', run: () => gitLog(directory).then(() => null) },
    ],
    ROUNDS,
  );
  if (ours === undefined || loop === undefined || log === undefined || ours.found === null) return;
  const { blobs, bytes: read, findings } = ours.found;
  print(
    table(
      ['contestant', 's', 'MB/s of content', 'in proportion to git log'],
      [ours, loop, log].map((one) => [
        one.name,
        figure(one.median),
        figure(made.contentBytes / 1e6 / one.median),
        figure(ratioOf(one, log)),
      ]),
    ),
  );
  print(`\ntime with a thread in proportion to the event loop: ${figure(ratioOf(ours, loop))}`);
  print(`${blobs} blobs, ${figure(read / 1e6)} MB read, ${findings} findings; git log searches nothing.`);
}

/** Scans a whole git history with the crawler's code, compared with the git command that other scanners use. `megabytes=50` runs it small. */
export const bench: Bench = {
  name: 'scan',
  async run(context) {
    context.print(`${machineLine()}; ${gitVersion()}`);
    const folder = mkdtempSync(join(tmpdir(), 'leakwatch-bench-'));
    // As many as the crawler has by default; a launch uses one at a time.
    const pool = new MatchingPool({ threads: 2 });
    try {
      await measure(context, join(folder, 'history.git'), pool);
    } finally {
      await pool.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
