import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Bench, type BenchContext, figure, gitVersion, goal, interleave, machineLine, ratioOf, table } from '@leakwatch/bench';
import { newId, rows, sql } from '@leakwatch/platform';
import { withStack } from '@leakwatch/testing';
import { RepositoryReader } from '../src/sources/git-repo/repository-reader.ts';
import { GitCrawler } from '../src/testing/git-crawler.fixture.ts';
import { GitLaunches } from '../src/testing/git-launches.fixture.ts';
import { gitTask, repositoryAt } from '../src/testing/git-task.fixture.ts';

const REPOSITORIES = { full: 100, tiny: 3 };
const ROUNDS = { full: 5, tiny: 1 };
/** Until a server on another continent begins to answer. */
const DISTANCE_MS = { full: 150, tiny: 5 };

async function measure({ options, print, size }: BenchContext): Promise<void> {
  const count = Number(options['repositories'] ?? REPOSITORIES[size]);
  const milliseconds = Number(options['distance'] ?? DISTANCE_MS[size]);
  const crawler = await GitCrawler.open({ 'a.txt': 'a lantern' }, (...needs) => new RepositoryReader(...needs));
  const launches = await GitLaunches.open(crawler, 2);
  try {
    const task = await crawler.watch(
      gitTask({
        patterns: [{ id: newId(), kind: 'deep', text: 'lantern' }],
        repositories: Array.from({ length: count }, () => repositoryAt()),
      }),
    );
    const { server } = crawler.git;
    const requestsOf = async (work: () => Promise<unknown>) => {
      const before = server.requests.length;
      await work();
      return server.requests.length - before;
    };
    const launch = () => requestsOf(() => launches.run(task));
    const inTurn = () =>
      requestsOf(async () => {
        for (let n = 0; n < count; n += 1) await promisify(execFile)('git', ['ls-remote', server.url('repo.git')]);
      });
    await launch();
    server.behaviours.set('/repo.git', { kind: 'distant', milliseconds });
    // What was fetched within the last seconds is not asked for.
    const prepare = () => crawler.stage.inScope((em) => rows(em, sql`update crawler.mirror set fetched_at = now() - interval '1 minute'`));
    const [ours, git] = await interleave(
      [
        { name: 'Leakwatch: a launch', group: 'ours', prepare, run: launch },
        { name: 'git ls-remote of one after another', group: 'git', run: inTurn },
      ],
      Number(options['rounds'] ?? ROUNDS[size]),
    );
    if (ours === undefined || git === undefined) return;
    print(
      table(
        ['contestant', 's', 'in proportion to git', 'requests'],
        [ours, git].map((one) => [one.name, figure(one.median), figure(ratioOf(one, git)), String(one.found)]),
      ),
    );
    print(`\n${count} repositories, none of which changed; each answer begins after ${milliseconds} ms`);
    print(goal('a launch in proportion to asking one after another', ratioOf(ours, git), { most: 0.5 }));
  } finally {
    await launches.close();
    await crawler.close();
  }
}

/** One launch over repositories of a distant server, none of which changed: what most launches are. */
export const bench: Bench = {
  name: 'unchanged',
  run: (context) =>
    withStack(async () => {
      context.print(`${machineLine()}; ${gitVersion()}`);
      await measure(context);
    }),
};
