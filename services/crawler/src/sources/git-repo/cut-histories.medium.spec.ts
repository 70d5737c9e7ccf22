import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { findingsV1 } from '@leakwatch/contracts';
import { newId } from '@leakwatch/platform';
import { GitCrawler } from '../../testing/git-crawler.fixture.ts';
import { GitLaunches } from '../../testing/git-launches.fixture.ts';
import { gitTask, repositoryAt } from '../../testing/git-task.fixture.ts';
import { RepositoryReader } from './repository-reader.ts';

let crawler: GitCrawler<RepositoryReader>;
let launches: GitLaunches;
beforeEach(async () => {
  crawler = await GitCrawler.open({ 'first.txt': 'lantern 0' }, (...needs) => new RepositoryReader(...needs));
  launches = await GitLaunches.open(crawler);
});
afterEach(async () => {
  await launches.close();
  await crawler.close();
});

const scratch = () => crawler.git.scratch;
/** Cuts the history of the remote off behind a commit, or makes it whole; its refs stay. */
const cut = (commit: string | null): void => {
  const file = `${scratch().directory}/.git/shallow`;
  if (commit === null) execFileSync('rm', ['-f', file]);
  else execFileSync('tee', [file], { input: `${commit}\n`, stdio: 'pipe' });
};

/** Commits that each put a document in the place of the one before. */
const history = (numbers: readonly number[]): string[] =>
  numbers.map((number) => scratch().commit({ [`${number}.txt`]: `lantern ${number}`, ...(number > 1 && { [`${number - 1}.txt`]: null }) }));

/** A launch. Returns every document found so far, with repetitions. */
async function watching() {
  const task = await crawler.watch(gitTask({ patterns: [{ id: newId(), kind: 'deep', text: 'lantern' }], repositories: [repositoryAt()] }));
  return async () => {
    const { outcome } = await launches.run(task);
    const found = (await crawler.stage.published(findingsV1.topic, 'task_id', task.task_id)).map((payload) =>
      findingsV1.schema.parse(payload),
    );
    return [outcome, ...found.map(({ path }) => path).sort()];
  };
}

it('a shallow repository that deepens between launches, with and without news, has every document found once', async () => {
  const commits = history([1, 2, 3, 4]);
  const launch = await watching();
  cut(commits[3] ?? '');
  expect(await launch()).toEqual(['done', '4.txt', 'first.txt']);
  cut(commits[1] ?? '');
  expect(await launch()).toEqual(['done', '2.txt', '3.txt', '4.txt', 'first.txt']);
  // The history grows at both ends.
  scratch().commit({ '5.txt': 'lantern 5' });
  cut(null);
  const whole = ['done', '1.txt', '2.txt', '3.txt', '4.txt', '5.txt', 'first.txt'];
  expect(await launch()).toEqual(whole);
  cut(commits[3] ?? '');
  expect(await launch()).toEqual(whole);
  scratch().commit({ '6.txt': 'lantern 6' });
  expect(await launch()).toEqual([...whole.slice(0, -1), '6.txt', 'first.txt']);
});

it('a graft neither hides what it takes out of a history nor keeps what it puts in', async () => {
  const commits = history([1, 2, 3]);
  scratch().git('checkout', '--quiet', '--orphan', 'other');
  const put = scratch().commit({ 'put.txt': 'lantern put', '3.txt': null });
  scratch().git('checkout', '--quiet', 'main');
  scratch().git('branch', '--quiet', '-D', 'other');
  const launch = await watching();
  scratch().git('replace', '--graft', commits[2] ?? '', put);
  const all = ['done', '1.txt', '2.txt', '3.txt', 'first.txt', 'put.txt'];
  expect(await launch()).toEqual(all);
  scratch().git('replace', '-d', commits[2] ?? '');
  expect(await launch()).toEqual(all);
});
