import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CONSUMER } from '@leakwatch/platform';
import { claimStep, nextDocuments } from '../archive/archive-search.store.ts';
import { publishOrganisation } from '../events.fixture.ts';
import { keyword, openArchive } from './archive-stage.fixture.ts';

const WORDS = ['romashka', 'vasilek', 'портал', 'gateway.corp', 'пион'] as const;

let archive: Awaited<ReturnType<typeof openArchive>>;
beforeAll(async () => {
  archive = await openArchive();
});
afterAll(() => archive.close());

it('searches only where the task does: its sources, its repositories and channels', async () => {
  const { of, user } = await archive.owner();
  const container = (key: string, owner: string) => ({ container: { key, title: key, url: key, owner } });
  await archive.keepDocument(of, 'romashka in github', 'hub.txt', { source_type: 'github' });
  await archive.keepDocument(of, 'romashka in pastes', 'bin.txt', { source_type: 'pastebin' });
  await archive.keepDocument(of, 'romashka in mine', 'mine.txt', {
    source_type: 'git_repo',
    ...container('https://git.example/mine', 'x'),
  });
  await archive.keepDocument(of, 'romashka in other', 'other.txt', {
    source_type: 'git_repo',
    ...container('https://git.example/other', 'x'),
  });
  await archive.keepDocument(of, 'romashka in channel', '1', { source_type: 'telegram', ...container('77', 'Leaks_Ru') });
  await archive.keepDocument(of, 'romashka in chat', '2', { source_type: 'telegram', ...container('78', 'chat') });
  const repository = {
    id: crypto.randomUUID(),
    title: 'mine',
    url: 'https://git.example/mine',
    default_branch: 'main',
    address: 'https://git.example/mine',
    credential_scope: '',
  };
  const patterns = [keyword('romashka')];
  await archive.setPatterns(of, patterns, {
    source_types: ['git_repo', 'telegram'],
    repositories: [repository],
    telegram_channels: ['leaks_ru'],
  });
  await archive.searchAll();
  expect(await archive.found(user)).toEqual(['1 romashka', 'mine.txt romashka']);
  expect((await archive.searches(user, of.task_id))[0]).toMatchObject({ total: 2, searched: 2 });
  // A source that is added is searched too.
  await archive.setPatterns(of, patterns, {
    source_types: ['git_repo', 'telegram', 'pastebin'],
    repositories: [repository],
    telegram_channels: ['leaks_ru'],
  });
  await archive.searchAll();
  expect(await archive.found(user)).toEqual(['1 romashka', 'bin.txt romashka', 'mine.txt romashka']);
});

it('ends with its task, with its pattern, and while staff have not confirmed the task', async () => {
  const { of, user } = await archive.owner();
  await archive.keepDocument(of, 'romashka and vasilek', 'a.txt');
  await archive.setPatterns(of, [keyword('romashka'), keyword('vasilek')], { confirmed: false });
  expect(await archive.step()).toBe(false);
  const [romashka, vasilek] = [keyword('romashka'), keyword('vasilek')];
  await archive.setPatterns(of, [romashka, vasilek]);
  await archive.setPatterns(of, [vasilek]);
  await archive.searchAll();
  expect(await archive.found(user)).toEqual(['a.txt vasilek']);
  await archive.setPatterns(of, [vasilek, keyword('and')]);
  await archive.setPatterns(of, [vasilek], { running: false, archived: true });
  expect(await archive.step()).toBe(false);
  expect(await archive.searches(user, of.task_id)).toEqual([]);
});

it('gives organisations their turns: one with many documents does not hold the other', async () => {
  const [large, small] = [await archive.owner(), await archive.owner()];
  for (let at = 0; at < 70; at += 1) await archive.keepDocument(large.of, `romashka ${at}`, `${at}.txt`);
  await archive.keepDocument(small.of, 'romashka', 'a.txt');
  await archive.setPatterns(large.of, [keyword('romashka')]);
  await archive.setPatterns(small.of, [keyword('romashka')]);
  await archive.step();
  await archive.step();
  expect(await archive.found(small.user)).toEqual(['a.txt romashka']);
  expect((await archive.searches(large.user, large.of.task_id))[0]).toMatchObject({ total: 70, searched: 64, finished_at: null });
  await archive.searchAll();
  expect((await archive.searches(large.user, large.of.task_id))[0]).toMatchObject({ searched: 70, found: 70 });
});

it('reads again what was kept while others did not know the pattern', async () => {
  const { of, user } = await archive.owner();
  await archive.setPatterns(of, [keyword('romashka')]);
  await archive.searchAll();
  expect((await archive.searches(user, of.task_id))[0]).toMatchObject({ total: 0, searched: 0, found: 0 });
  await archive.keepDocument(of, 'romashka', 'late.txt');
  expect(await archive.step()).toBe(false);
  await archive.makeDue(of.task_id);
  await archive.searchAll();
  expect(await archive.found(user)).toEqual(['late.txt romashka']);
  // Of the searches that ended the last one is shown, also while others wait for their second pass.
  const [first] = await archive.searches(user, of.task_id);
  expect(first).toMatchObject({ total: 0, searched: 0, found: 1 });
  await archive.setPatterns(of, [keyword('romashka'), keyword('vasilek')]);
  await archive.searchAll();
  await archive.setPatterns(of, [keyword('romashka'), keyword('vasilek'), keyword('пион')]);
  await archive.searchAll();
  const shown = await archive.searches(user, of.task_id);
  expect(shown).toHaveLength(1);
  expect(shown[0]?.id).not.toBe(first?.id);
});

it('passes over kept documents that the task does not search, some at a time', async () => {
  const { of } = await archive.owner();
  for (let at = 0; at < 9; at += 1)
    await archive.keepDocument(of, `romashka ${at}`, `${at}.txt`, { source_type: at % 3 === 0 ? 'github' : 'pastebin' });
  await archive.setPatterns(of, [keyword('romashka')]);
  const { database } = archive.foundation;
  const step = await database.inScope(CONSUMER, claimStep);
  if (step === undefined) throw new Error('no step is due');
  const seen: string[] = [];
  let cursor = '';
  for (let windows = 0; windows < 20; windows += 1) {
    const { documents, upTo } = await database.inScope(CONSUMER, (em) => nextDocuments(em, { ...step, cursor }, 2, 3));
    seen.push(...documents.map(({ hash }) => hash));
    if (upTo === '') break;
    cursor = upTo ?? seen.at(-1) ?? '';
  }
  expect(seen).toHaveLength(3);
  expect(seen).toEqual([...new Set(seen)].toSorted());
});

it('is right while tasks change under two processes that search: what is looked for in the end is found, once', async () => {
  const { of, user } = await archive.owner();
  for (let at = 0; at < 12; at += 1) await archive.keepDocument(of, WORDS.join(` ${at} `), `${at}.txt`);
  const patterns = WORDS.map(keyword);
  let changing = true;
  const searching = async () => {
    while (changing) if (!(await archive.step())) await archive.makeDue(of.task_id);
  };
  const processes = [searching(), searching()];
  for (let edit = 0; edit < 10; edit += 1)
    await archive.setPatterns(
      of,
      patterns.filter((_, at) => (edit + at) % 3 !== 0),
    );
  await archive.setPatterns(of, patterns.slice(1));
  changing = false;
  await Promise.all(processes);
  await archive.makeDue(of.task_id);
  await archive.searchAll();
  const found = await archive.found(user);
  expect(found).toEqual([...new Set(found)]);
  const wanted = patterns.slice(1).flatMap(({ text }) => Array.from({ length: 12 }, (_, at) => `${at}.txt ${text}`));
  expect(found).toEqual(expect.arrayContaining(wanted));
  for (const search of await archive.searches(user, of.task_id))
    expect(search).toMatchObject({ finished_at: expect.any(String), unread: 0 });
});

it('sorts what it finds as the intake does: blacklist rules and filter keywords of the task apply', async () => {
  const { of, user } = await archive.owner();
  await publishOrganisation(archive, of.organisation_id);
  const container = { key: 'https://github.com/spam/shop', title: 'spam/shop', url: 'https://github.com/spam/shop', owner: 'spam' };
  await archive.keepDocument(of, 'romashka example', 'filtered.txt');
  await archive.keepDocument(of, 'romashka', 'blacklisted.txt', { container });
  await archive.keepDocument(of, 'romashka !', 'open.txt');
  const rule = { rule_owner: 'spam', rule_repo: '', source_type: 'github', block_type: 'owner', task: of.task_id };
  expect((await archive.call(user, 'POST', '/api/rules/', rule)).statusCode).toBeLessThan(300);
  await archive.setPatterns(of, [keyword('romashka')], { filter_keywords: ['example'] });
  await archive.searchAll();
  const found = (await archive.list(user)).results.filter((event) => event.from_archive);
  expect(Object.fromEntries(found.map(({ file_path, status }) => [file_path, status]))).toEqual({
    'filtered.txt': 'auto_filtered',
    'blacklisted.txt': 'blacklist',
    'open.txt': 'open',
  });
});
