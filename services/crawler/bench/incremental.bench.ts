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
/** In place of a commit: the first launch over the repository. */
const WHOLE = 'none';

/** What is measured of a launch. */
interface Comparison {
  readonly contestants: readonly [ours: string, log: string];
  readonly prepare: (stage: IncrementalStage) => Promise<void>;
  readonly log: (stage: IncrementalStage) => Promise<void>;
  /** Of the time of git log. */
  readonly most: number;
}

async function compare(context: BenchContext, stage: IncrementalStage, { contestants, prepare, log, most }: Comparison): Promise<void> {
  const { options, print, size } = context;
  const times: LaunchTimes[] = [];
  const launch = async () => {
    const before = await stage.found();
    times.push(await stage.launch());
    const { blobs, published } = await stage.found();
    return { blobs, findings: published - before.published };
  };
  const [ours, git] = await interleave<{ readonly blobs: number; readonly findings: number } | null>(
    [
      { name: contestants[0], group: 'ours', prepare: () => prepare(stage), run: launch },
      { name: contestants[1], group: 'git', run: () => log(stage).then(() => null) },
    ],
    Number(options['rounds'] ?? ROUNDS[size]),
  );
  if (ours === undefined || git === undefined || ours.found === null) return;
  print(
    table(
      ['contestant', 's', 'in proportion to git log', 'processor s'],
      [ours, git].map((one) => [one.name, figure(one.median), figure(ratioOf(one, git)), figure(one.processor)]),
    ),
  );
  const seconds = (of: (time: LaunchTimes) => number) => times.slice(1).map((time) => of(time) / 1000);
  const part = (of: (time: LaunchTimes) => number) => figure(median(seconds(of)));
  const fetch = part(({ fetched }) => fetched);
  const list = part(({ listed, fetched }) => listed - fetched);
  print(`\nfetch ${fetch} s, list ${list} s, the rest of the scan ${part(({ done, listed }) => done - listed)} s`);
  print(`${ours.found.blobs} new blobs, ${ours.found.findings} findings`);
  const afterFetch = seconds(({ done, fetched }) => done - fetched).map((taken, round) => taken / (git.seconds[round] ?? Number.NaN));
  print(goal('list and scan in proportion to git log', median(afterFetch), { most }));
}

/** The commits of HEAD that `since` does not reach. */
async function newCommits(context: BenchContext, stage: IncrementalStage, repository: string, since: string): Promise<void> {
  const [head = ''] = await lines(repository, 'git rev-parse HEAD');
  await stage.point(since);
  await stage.launch();
  await stage.save();
  await stage.point(head);
  await compare(context, stage, {
    contestants: ['Leakwatch: a launch', 'git log of the new commits'],
    prepare: () => stage.restore([since]),
    log: () => gitLog(stage.source, since),
    most: 0.8,
  });
}

/** Every branch and tag, of which nothing is known. */
async function wholeHistory(context: BenchContext, stage: IncrementalStage, repository: string): Promise<void> {
  await stage.takeRefs(repository);
  await compare(context, stage, {
    contestants: ['Leakwatch: the first launch', 'git log of the history'],
    prepare: () => stage.forget(),
    log: () => gitLog(stage.source),
    most: 0.36,
  });
}

async function open(context: BenchContext, repository: string, since: string, words: readonly string[]): Promise<void> {
  const stage = await IncrementalStage.open(repository, words);
  try {
    await (since === WHOLE ? wholeHistory(context, stage, repository) : newCommits(context, stage, repository, since));
  } finally {
    await stage.close();
  }
}

async function measure(context: BenchContext, folder: string): Promise<void> {
  const { options, size } = context;
  const words = keywords(Number(options['words'] ?? WORDS));
  const { repository, since } = options;
  if (repository !== undefined && since !== undefined) return open(context, repository, since, words);
  const directory = join(folder, 'history.git');
  await generateRepository(directory, BYTES[size], words);
  const [before = ''] = await lines(directory, `git rev-parse HEAD~${COMMITS[size]}`);
  return open(context, directory, since === WHOLE ? WHOLE : before, words);
}

/**
 * One launch after commits were pushed to a repository whose history was scanned: fetch from a folder, list, screening, findings and marks, in
 * PostgreSQL. `repository=/path/of/a/bare.git since=<oid>` takes a real one and the commits of its HEAD that `since` does not reach; `since=none` is
 * the first launch over all of its branches and tags.
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
