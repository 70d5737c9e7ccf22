import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { TaskChange } from '@leakwatch/contracts';
import { newId, rows, sql } from '@leakwatch/platform';
import type { CodeRepository, GithubSearchApi } from '@leakwatch/simulators';
import { UnitStage, wordPattern } from '../../units/testing/unit-stage.fixture.ts';
import type { UnitSource } from '../unit-source.port.ts';
import { closeGithub, sourceOf, startGithub } from './github-stage.fixture.ts';

const WORD = 'corpleak';
const repository = (id: number, files: Readonly<Record<string, string>>): CodeRepository => ({
  id,
  owner: 'team',
  name: `${WORD}-${id}`,
  description: WORD,
  files: Object.entries(files).map(([path, content]) => ({ path, content })),
});
const A = repository(81, { 'a.env': WORD, 'b.env': `${WORD} othersecret`, 'c.txt': 'nothing' });
const B = repository(82, { 'd.env': WORD });
const EMPTY: CodeRepository = { ...repository(83, {}), empty: true };

let stage: UnitStage;
let api: GithubSearchApi;
let source: UnitSource;
let task: TaskChange;
beforeAll(async () => {
  stage = await UnitStage.open();
});
afterAll(() => stage.close());
beforeEach(async () => {
  await stage.empty();
  api = await startGithub({ repositories: [A, B, EMPTY] });
  source = sourceOf(api);
  task = await save([wordPattern(WORD)]);
});
afterEach(closeGithub);

const save = (patterns: TaskChange['patterns']) =>
  stage.save(source, { task_id: task?.task_id ?? newId(), search_types: { github: 'by_repository' }, patterns });

/** A launch: requests of each kind, counts of the pass. */
async function launch() {
  const before = api.requests.length;
  await stage.launch(source, task);
  await stage.work(source);
  const paths = api.requests.slice(before).map(({ path }) => path);
  const of = (part: string) => paths.filter((path) => path.includes(part)).length;
  const [counts] = [...(await stage.passes()).values()];
  return { branches: of('/branches/'), trees: of('/git/trees/'), blobs: of('/git/blobs/'), counts };
}
const found = async () => (await stage.findings()).map(({ path }) => path).sort();

it('are asked for once and not listed, and coverage stays that of all their files', async () => {
  const first = await launch();
  expect(first).toMatchObject({ trees: 2, blobs: 4, counts: { total: 4, returned: 4, read: 4, unread: {} } });
  const second = await launch();
  expect(second).toMatchObject({ trees: 2, blobs: 0, counts: { total: 4, returned: 4, read: 4 } });
  for (let launches = 0; launches < 2; launches += 1) {
    const later = await launch();
    expect(later).toMatchObject({ branches: 3, trees: 0, blobs: 0, counts: { total: 4, returned: 4, read: 4, incomplete: false } });
    // Nothing new was named.
    expect(later.counts?.named).toBe(second.counts?.named);
  }
  expect(await found()).toEqual(['a.env', 'b.env', 'd.env']);
});

it('one that changes is listed, and its new files are read', async () => {
  for (let launches = 0; launches < 3; launches += 1) await launch();
  api.corpus.change((all) => all.map((one) => (one.id === B.id ? { ...B, files: [...B.files, { path: 'new.env', content: WORD }] } : one)));
  expect(await launch()).toMatchObject({ trees: 1, blobs: 1, counts: { total: 5, returned: 5, read: 5 } });
  expect(await found()).toEqual(['a.env', 'b.env', 'd.env', 'new.env']);
});

it('meet a pattern that is added', async () => {
  for (let launches = 0; launches < 3; launches += 1) await launch();
  // The query stays the same, because the pattern is another spelling of the word.
  const other = await stage.save(source, {
    task_id: newId(),
    search_types: { github: 'by_repository' },
    patterns: [wordPattern(WORD)],
  });
  const before = (await found()).length;
  await stage.launch(source, other);
  await stage.work(source);
  expect((await stage.findings()).slice(before).map(({ task_id: of, path }) => [of, path])).toEqual(
    expect.arrayContaining(['a.env', 'b.env', 'd.env'].map((path) => [other.task_id, path])),
  );
});

it('are listed again after a time, and when what is remembered was written by another version', async () => {
  for (let launches = 0; launches < 3; launches += 1) await launch();
  await stage.inScope((em) => rows(em, sql`update crawler.unit_part set named_on = current_date - 30`));
  expect(await launch()).toMatchObject({ trees: 2, blobs: 0, counts: { returned: 4, read: 4 } });
  await stage.inScope((em) => rows(em, sql`update crawler.unit_part set value = '{"of": "another version"}'`));
  expect(await launch()).toMatchObject({ trees: 2, blobs: 0, counts: { returned: 4, read: 4 } });
  expect(await launch()).toMatchObject({ trees: 0 });
});

it('one with a file that cannot be read is remembered with it', async () => {
  const large = repository(84, { 'large.txt': 'x'.repeat(8), 'e.env': WORD });
  api.corpus.change((all) => [...all, large]);
  await launch();
  await stage.inScope((em) =>
    rows(
      em,
      sql`update crawler.document set unread = 'oversize' where unread is null and matched_version is not null
    and id = (select id from crawler.document order by id limit 1)`,
    ),
  );
  expect((await launch()).counts).toMatchObject({ returned: 6, read: 5, unread: { oversize: 1 } });
  expect(await launch()).toMatchObject({ trees: 0, counts: { returned: 6, read: 5, unread: { oversize: 1 } } });
});
