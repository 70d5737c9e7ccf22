import { type CodeRepository, startGithubSearchApi } from '@leakwatch/simulators';
import type { SearchType } from '@leakwatch/vocabulary';
import { GithubSource } from '../github/github.source.ts';
import { FIRST, firstText, type Shown, type World } from './world.fixture.ts';
import { suffersHttp } from './world-access.fixture.ts';

const WIDE = { core: 1_000_000, search: 1_000_000, code_search: 1_000_000 };
const PATH = 'config.env';

export async function githubWorld(search: SearchType): Promise<World> {
  const api = await startGithubSearchApi({ repositories: [], tokens: { one: 'valid', two: 'valid' }, limits: WIDE, treeEntries: 4 });
  let number = 0;
  const described = () => `alphaleak betaleak gammaleak ${(number += 1)}`;
  const make = (text: string, more: Partial<CodeRepository> = {}): CodeRepository => ({
    id: (number += 1),
    owner: 'team',
    name: `s${number}`,
    // Repositories are found by their descriptions where code is not searched.
    description: described(),
    files: [{ path: PATH, content: text }],
    ...more,
  });
  const removed: CodeRepository[] = [];
  const first = Array.from({ length: FIRST }, (_, at) => make(firstText(at)));
  api.corpus.change(() => first);
  const edited = (files: CodeRepository['files'], text: string) => [
    ...files.filter(({ path }) => path !== PATH),
    { path: PATH, content: text },
  ];
  const changes: Readonly<Record<string, (one: CodeRepository, at: number, text: string) => Partial<CodeRepository>>> = {
    edit: ({ files }, _, text) => ({ files: edited(files, text) }),
    file: ({ files }, at, text) => ({ files: [...files, { path: `d${at % 3}!/a b${(number += 1)}.txt`, content: text }] }),
    'move file': ({ files }) => ({ files: files.map(({ path, content }) => ({ path: `moved/${path}`, content })) }),
    // The same bytes at another place.
    copy: ({ files }) => ({ files: [...files, { path: `copy${(number += 1)}.env`, content: files.at(-1)?.content ?? '' }] }),
    'delete file': ({ files }) => ({ files: files.slice(1) }),
    branch: ({ files }, at, text) => ({ branch: `release-${at}`, files: edited(files, text) }),
    // Nothing else changes.
    'branch name': (_, at) => ({ branch: `stable-${at}` }),
    rename: ({ owner, name, formerNames = [] }, at) => ({ name: `renamed-${at}`, formerNames: [...formerNames, `${owner}/${name}`] }),
    transfer: ({ owner, name, formerNames = [] }, at) => ({ owner: `other${at}`, formerNames: [...formerNames, `${owner}/${name}`] }),
    describe: () => ({ description: described() }),
    hide: ({ private: hidden }) => ({ private: hidden !== true }),
    block: ({ blocked, ...rest }) => ({ ...rest, blocked: blocked === undefined ? 'tos' : undefined }),
    empty: ({ empty }) => ({ empty: empty !== true }),
    fork: ({ fork }) => ({ fork: fork !== true }),
    vanish: ({ deleted }) => ({ deleted: deleted !== true }),
  };
  const happens: World['happens'] = (act, at, text) =>
    api.corpus.change((all) => {
      const index = at % Math.max(1, all.length);
      const one = all[index];
      if (act === 'add') return [make(text), ...all];
      if (act === 'restore') return [...all, ...removed.splice(0)];
      if (one === undefined) return all;
      if (act === 'delete') removed.push(one);
      const others = all.filter((each) => each !== one);
      // Another repository under the name of one that was deleted.
      if (act === 'anew') return [...others, make(text, { owner: one.owner, name: one.name })];
      return act === 'delete' ? others : all.with(index, { ...one, ...changes[act]?.(one, at, text) });
    });
  return {
    source: new GithubSource({ GITHUB_API_URL: api.origin }),
    suffer: suffersHttp(api),
    accounts: [
      ['one', 'one'],
      ['two', 'two'],
    ],
    task: { search_types: { github: search } },
    isStream: false,
    isTitled: false,
    passDays: [0, 1],
    acts: ['add', 'add', 'edit', 'file', 'restore', 'delete', 'anew', ...Object.keys(changes)],
    happens,
    shown: () =>
      api.corpus.repositories
        .filter(
          (one) => one.private !== true && one.blocked === undefined && one.empty !== true && one.fork !== true && one.deleted !== true,
        )
        .flatMap(({ id, files }) => files.map(({ path, content }): Shown => ({ container: String(id), path, text: String(content) }))),
    close: api.close,
  };
}
