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
  median,
  ratioOf,
  table,
} from '@leakwatch/bench';
import { withStack } from '@leakwatch/testing';
import { generateRepository } from './generate-repository.ts';
import { gitLog, lines } from './git-programs.ts';
import { IncrementalStage, type LaunchTimes } from './incremental-stage.ts';

const WORDS = 10_000;
const ROUNDS = { full: 7, tiny: 1 };
/** Of a history that is generated. */
const BYTES = { full: 300_000_000, tiny: 400_000 };
const COMMITS = { full: 500, tiny: 3 };

async function compare(context: BenchContext, repository: string, since: string, words: readonly string[]): Promise<void> {
  const { options, print, size } = context;
  const [head = ''] = await lines(repository, 'git rev-parse HEAD');
  const stage = await IncrementalStage.open(repository, words);
  try {
    await stage.point(since);
    await stage.launch();
    await stage.save();
    await stage.point(head);
    const times: LaunchTimes[] = [];
    const launch = async () => {
      const before = await stage.found();
      times.push(await stage.launch());
      const { blobs, published } = await stage.found();
      return { blobs, findings: published - before.published };
    };
    const [ours, log] = await interleave<{ readonly blobs: number; readonly findings: number } | null>(
      [
        { name: 'Leakwatch: a launch', group: 'ours', prepare: () => stage.restore([since]), run: launch },
        { name: 'git log of the new commits', group: 'git', run: () => gitLog(stage.source, since).then(() => null) },
      ],
      Number(options['rounds'] ?? ROUNDS[size]),
    );
    if (ours === undefined || log === undefined || ours.found === null) return;
    print(
      table(
        ['contestant', 's', 'in proportion to git log', 'processor s'],
        [ours, log].map((one) => [one.name, figure(one.median), figure(ratioOf(one, log)), figure(one.processor)]),
      ),
    );
    const seconds = (of: (time: LaunchTimes) => number) => times.slice(1).map((time) => of(time) / 1000);
    const part = (of: (time: LaunchTimes) => number) => figure(median(seconds(of)));
    const fetch = part(({ fetched }) => fetched);
    const list = part(({ listed, fetched }) => listed - fetched);
    print(`\nfetch ${fetch} s, list ${list} s, the rest of the scan ${part(({ done, listed }) => done - listed)} s`);
    print(`${ours.found.blobs} new blobs, ${ours.found.findings} findings`);
    const afterFetch = seconds(({ done, fetched }) => done - fetched).map((taken, round) => taken / (log.seconds[round] ?? Number.NaN));
    print(goal('list and scan in proportion to git log', median(afterFetch), { most: 0.8 }));
  } finally {
    await stage.close();
  }
}

async function measure(context: BenchContext, folder: string): Promise<void> {
  const { options, size } = context;
  const words = keywords(Number(options['words'] ?? WORDS));
  const { repository, since } = options;
  if (repository !== undefined && since !== undefined) return compare(context, repository, since, words);
  const directory = join(folder, 'history.git');
  await generateRepository(directory, BYTES[size], words);
  const [before = ''] = await lines(directory, `git rev-parse HEAD~${COMMITS[size]}`);
  return compare(context, directory, before, words);
}

/**
 * One launch after commits were pushed to a repository whose history was scanned: fetch from a folder, list, screening, findings and marks, in
 * PostgreSQL. `repository=/path/of/a/bare.git since=<oid>` takes a real one and the commits of its HEAD that `since` does not reach.
 */
export const bench: Bench = {
  name: 'incremental',
  run: (context) =>
    withStack(async () => {
      context.print(`${machineLine()}; ${gitVersion()}`);
      const folder = mkdtempSync(join(tmpdir(), 'leakwatch-bench-'));
      try {
        await measure(context, folder);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }),
};
