import {
  GistCorpus,
  gistId,
  googleId,
  type SimulatedGist,
  type SimulatedGoogleDocument,
  type SimulatedPaste,
  type SimulatedProject,
  type SimulatedSnippet,
  simulatedProject,
  startGistApi,
  startGitlabCloud,
  startGoogleDocs,
  startPastebinApi,
} from '@leakwatch/simulators';
import type { SearchType } from '@leakwatch/vocabulary';
import { GistSource } from './gist/gist.source.ts';
import { GitlabCloudSource } from './gitlab-cloud/gitlab-cloud.source.ts';
import { GoogleDocsSource } from './google-docs/google-docs.source.ts';
import { PastebinSource } from './pastebin/pastebin.source.ts';
import { firstText, type Shown, type World } from './changing-world.fixture.ts';

const WIDE = { requests: 1_000_000, seconds: 60 };
const FIRST = 4;
/** Titles that pass for paths, for names of objects, for markup. */
const TITLES = [
  'Plan',
  'a/b',
  'Beware!/Passwords',
  '  odd \t title ',
  '📄 пароли',
  'x.zip',
  '!/',
  'C:\\keys.env',
  '<b>&amp;</b>',
  '__proto__',
] as const;

export async function gistWorld(): Promise<World> {
  const corpus = new GistCorpus([]);
  const api = await startGistApi({
    gists: corpus,
    tokens: { ann: { login: 'ann' }, bob: { login: 'bob' } } as never,
    limits: { core: 1_000_000 },
  });
  let second = 0;
  const now = () => new Date(Date.UTC(2026, 0, 1) + (second += 1) * 1000).toISOString().replace('.000Z', 'Z');
  const removed: SimulatedGist[] = [];
  const make = (text: string, files = 1): SimulatedGist => ({
    id: gistId(second + 1),
    owner: 'ann',
    files: Array.from({ length: files }, (_, at) => ({ name: `note${at}.txt`, content: text })),
    updatedAt: now(),
  });
  for (let n = 0; n < FIRST; n += 1) corpus.put(make(firstText(n)));
  const happens: World['happens'] = (act, at, text) => {
    const one = corpus.gists[at % Math.max(1, corpus.gists.length)];
    if (act === 'add') corpus.put(make(text, 1 + (at % 3)));
    if (one === undefined) return;
    const put = (more: Partial<SimulatedGist>) => corpus.put({ ...one, updatedAt: now(), ...more });
    const [first, ...others] = one.files;
    if (act === 'edit' && first !== undefined) put({ files: [{ ...first, content: text }, ...others] });
    if (act === 'edit back' && first !== undefined) put({ files: [{ ...first, content: firstText(0) }, ...others] });
    if (act === 'rename' && first !== undefined) put({ files: [{ ...first, name: `renamed${at}!/x.zip` }, ...others] });
    if (act === 'add file') put({ files: [...one.files, { name: `more${at}.txt`, content: text }] });
    if (act === 'binary')
      put({
        files: [...one.files, { name: `bin${at}.dat`, content: Buffer.concat([Buffer.from(`${text}\n`), Buffer.from([255, 254, 10])]) }],
      });
    if (act === 'remove file') put({ files: one.files.length > 1 ? one.files.slice(1) : one.files });
    if (act === 'fork') corpus.put({ ...one, id: gistId(10_000 + (second += 1)), owner: 'bob', updatedAt: now() });
    if (act === 'comment') put({ comments: [...(one.comments ?? []), text] });
    if (act === 'delete') {
      corpus.gists = corpus.gists.filter(({ id }) => id !== one.id);
      removed.push(one);
    }
    if (act === 'restore') corpus.put(...removed.splice(0));
    if (act === 'hide') corpus.put({ ...one, deleted: one.deleted !== true });
  };
  return {
    source: new GistSource({ GITHUB_API_URL: api.origin, GIST_WEB_URL: api.origin, GIST_RAW_URL: api.origin }),
    api,
    accounts: [],
    task: {},
    isStream: false,
    isTitled: false,
    passDays: [0, 1, 0],
    acts: [
      'add',
      'add',
      'edit',
      'edit',
      'edit back',
      'rename',
      'add file',
      'binary',
      'remove file',
      'fork',
      'comment',
      'delete',
      'restore',
      'hide',
    ],
    happens,
    shown: () =>
      corpus.gists
        .filter(({ deleted }) => deleted !== true)
        .flatMap((gist) => [
          ...gist.files.map(
            ({ name, content }): Shown => ({
              container: gist.id,
              path: name,
              text: Buffer.from(content).toString('latin1').split('\n')[0] ?? '',
            }),
          ),
          ...(gist.comments ?? []).map((body, at): Shown => ({ container: gist.id, path: `comments/${4_000_000 + at}`, text: body })),
        ]),
    close: api.close,
  };
}

export async function pastebinWorld(): Promise<World> {
  const api = await startPastebinApi({ pastes: [] });
  let number = 0;
  const make = (text: string, title = ''): SimulatedPaste => {
    number += 1;
    return { key: String(number).padStart(8, '0'), date: 1_700_000_000 + number, body: Buffer.from(text), title };
  };
  for (let n = 0; n < FIRST; n += 1) api.pastes.unshift(make(firstText(n)));
  const happens: World['happens'] = (act, at, text) => {
    if (act === 'add') api.pastes.unshift(make(text, TITLES[at % TITLES.length]));
    const index = at % Math.max(1, api.pastes.length);
    const one = api.pastes[index];
    if (one === undefined) return;
    const change = (more: Partial<SimulatedPaste>) => void (api.pastes[index] = { ...one, ...more });
    const date = 1_700_000_000 + (number += 1);
    if (act === 'edit') change({ body: Buffer.from(text), date });
    if (act === 'edit longer') change({ body: Buffer.from(`${text}\n${'x'.repeat(number)}`) });
    if (act === 'title') change({ title: `${TITLES[at % TITLES.length]} ${number}` });
    if (act === 'syntax') change({ syntax: 'json' });
    if (act === 'expire' || act === 'private') api.pastes.splice(index, 1);
    if (act === 'not ready') api.notReady.add(one.key);
    if (act === 'ready') api.notReady.clear();
    if (act === 'cut') api.cut.add(one.key);
    if (act === 'whole') api.cut.clear();
  };
  return {
    source: new PastebinSource({ PASTEBIN_API_URL: api.origin }),
    api,
    accounts: [],
    task: {},
    isStream: true,
    isTitled: true,
    passDays: [0, 0, 1],
    acts: [
      'add',
      'add',
      'add',
      'edit',
      'edit',
      'edit longer',
      'title',
      'syntax',
      'expire',
      'private',
      'not ready',
      'ready',
      'cut',
      'whole',
    ],
    happens,
    shown: () =>
      api.pastes
        .filter(({ key }) => !api.notReady.has(key) && !api.cut.has(key))
        .map(({ key, body }) => ({ container: key, path: null, text: Buffer.from(body).toString().split('\n')[0] ?? '' })),
    close: api.close,
  };
}

export async function googleWorld(): Promise<World> {
  const api = await startGoogleDocs({ documents: [], keys: { one: 'engine', two: 'other' }, perDay: 1_000_000 });
  let number = 0;
  const make = (text: string, more: Partial<SimulatedGoogleDocument> = {}): SimulatedGoogleDocument => ({
    kind: 'document',
    id: googleId((number += 1)),
    title: `Plan ${number}`,
    content: text,
    ...more,
  });
  for (let n = 0; n < FIRST; n += 1) api.documents = [...api.documents, make(firstText(n))];
  const happens: World['happens'] = (act, at, text) => {
    const documents = [...api.documents];
    const index = at % Math.max(1, documents.length);
    const one = documents[index];
    if (act === 'add') documents.unshift(make(text, { kind: at % 3 === 0 ? 'file' : 'document', title: TITLES[at % TITLES.length] ?? '' }));
    if (act === 'keyed') {
      const made = make(text, { kind: 'file', resourceKey: `0-key${number}` });
      documents.unshift({ ...made, alsoAt: [`/file/d/${made.id}/view?resourcekey=${made.resourceKey}`] });
    }
    if (act === 'twice') {
      const made = make(text, { kind: 'file' });
      documents.unshift({
        ...made,
        alsoAt: [`/file/d/${made.id}/view?resourcekey=0-any`, `/open?id=${made.id}`, `/file/u/1/d/${made.id}/edit`],
      });
    }
    if (one !== undefined) {
      const change = (more: Partial<SimulatedGoogleDocument>) => void (documents[index] = { ...one, ...more });
      if (act === 'edit') change({ content: text });
      if (act === 'title') change({ title: `${TITLES[at % TITLES.length]} ${(number += 1)}` });
      if (act === 'close') change({ sharing: 'private' });
      if (act === 'open') change({ sharing: 'public' });
      if (act === 'delete') documents.splice(index, 1);
      if (act === 'move') documents.push(...documents.splice(index, 1));
    }
    api.documents = documents;
  };
  const { origin } = api;
  return {
    source: new GoogleDocsSource({
      GOOGLE_SEARCH_URL: origin,
      GOOGLE_DOCS_URL: origin,
      GOOGLE_DRIVE_URL: origin,
      GOOGLE_DOWNLOAD_URL: origin,
      GOOGLE_CONTENT_URL: api.contentOrigin,
    }),
    api,
    accounts: [
      ['engine', 'one'],
      ['other', 'two'],
    ],
    task: {},
    isStream: false,
    isTitled: true,
    passDays: [0, 31],
    acts: ['add', 'add', 'keyed', 'twice', 'edit', 'edit', 'title', 'title', 'close', 'open', 'delete', 'move'],
    happens,
    shown: () =>
      api.documents
        .filter(({ sharing }) => sharing !== 'private')
        .map(({ id, content }) => ({ container: id, path: null, text: Buffer.from(content).toString() })),
    close: api.close,
  };
}

export async function gitlabWorld(tier: 'paid' | 'free', search: SearchType): Promise<World> {
  // Projects are found by their descriptions where code is not searched over the site.
  const description = 'alphaleak betaleak gammaleak';
  const api = await startGitlabCloud({
    accounts: { one: { tier, seesPrivate: true }, two: { tier, seesPrivate: true } },
    searchWindow: WIDE,
    apiWindow: WIDE,
  });
  const { corpus } = api;
  let number = 0;
  const touch = () => ({
    lastActivity: new Date(Date.UTC(2026, 0, 1, (number += 1))).toISOString(),
    head: String(9_000_000 + number).padStart(40, '0'),
  });
  const bytes = (text: string) => Buffer.from(text);
  const make = (text: string) => simulatedProject((number += 1), `team/s${number}`, { 'config.env': text }, { ...touch(), description });
  for (let n = 0; n < FIRST; n += 1) corpus.projects.push(make(firstText(n)));
  const removed: SimulatedProject[] = [];
  const happens: World['happens'] = (act, at, text) => {
    const index = at % Math.max(1, corpus.projects.length);
    const one = corpus.projects[index];
    if (act === 'add') corpus.projects.unshift(make(text));
    if (act === 'snippet') {
      const { lastActivity: updatedAt } = touch();
      corpus.snippets.push({
        id: number,
        title: text,
        description: '',
        author: 'dev',
        updatedAt,
        files: new Map([['s.env', bytes(text)]]),
      });
    }
    if (act === 'edit snippet' || act === 'hide snippet')
      corpus.snippets = corpus.snippets.map((each, n): SimulatedSnippet => {
        if (n !== at % corpus.snippets.length) return each;
        if (act === 'hide snippet') return { ...each, visibility: each.visibility === 'private' ? 'public' : 'private' };
        return { ...each, title: text, updatedAt: touch().lastActivity, files: new Map([['s.env', bytes(text)]]) };
      });
    if (act === 'restore') corpus.projects.push(...removed.splice(0));
    if (one === undefined) return;
    const change = (more: Partial<SimulatedProject>) => void (corpus.projects[index] = { ...one, ...more });
    if (act === 'edit' || act === 'force push') change({ ...touch(), files: new Map([...one.files, ['config.env', bytes(text)]]) });
    if (act === 'file') change({ ...touch(), files: new Map([...one.files, [`f${number}!/a b.txt`, bytes(text)]]) });
    if (act === 'move file') change({ ...touch(), files: new Map([...one.files].map(([path, body]) => [`moved/${path}`, body])) });
    // Another branch is the default one: nothing happens in the project.
    if (act === 'branch')
      change({ branch: `release-${at}`, head: touch().head, files: new Map([...one.files, ['config.env', bytes(text)]]) });
    if (act === 'rename') change({ path: `team/renamed-${at}` });
    if (act === 'transfer') change({ path: `other/group/${one.path.split('/').at(-1)}` });
    if (act === 'describe') change({ description: `${description}\n${text}` });
    if (act === 'hide') change({ visibility: one.visibility === 'private' ? 'public' : 'private' });
    if (act === 'delete') removed.push(...corpus.projects.splice(index, 1));
    const iid = (number += 1);
    const request = {
      iid,
      title: 'title',
      description: at % 2 === 0 ? text : `${text}\n${'more '.repeat(500)}`,
      updatedAt: touch().lastActivity,
    };
    if (act === 'issue') change({ ...touch(), issues: [...(one.issues ?? []), request] });
    if (act === 'confidential')
      change({ issues: (one.issues ?? []).map((each) => ({ ...each, confidential: each.confidential !== true })) });
    if (act === 'merge request') change({ ...touch(), mergeRequests: [...(one.mergeRequests ?? []), request] });
    if (act === 'commit')
      change({
        ...touch(),
        commits: [...(one.commits ?? []), { id: `c${iid}`.padStart(40, '0'), message: text, committedAt: request.updatedAt }],
      });
  };
  const line = (text: string) => text.split('\n').find((one) => one.startsWith('text ')) ?? '';
  return {
    source: new GitlabCloudSource({ GITLAB_CLOUD_URL: api.origin }),
    api,
    accounts: [
      ['one', 'one'],
      ['two', 'two'],
    ],
    task: { search_types: { gitlab_cloud: search } },
    isStream: false,
    isTitled: false,
    passDays: [0, 2, 2],
    acts: [
      'add',
      'snippet',
      'edit snippet',
      'hide snippet',
      'restore',
      'edit',
      'edit',
      'force push',
      'file',
      'move file',
      'branch',
      'rename',
      'transfer',
      'describe',
      'hide',
      'delete',
      'issue',
      'confidential',
      'merge request',
      'commit',
    ],
    happens,
    shown: () => {
      const shown = corpus.projects
        .filter(({ visibility }) => visibility !== 'private')
        .flatMap(({ id, files, issues = [], mergeRequests = [], commits = [] }): Shown[] => {
          const at = (path: string, text: string): Shown => ({ container: `project:${id}`, path, text });
          const code = [...files].map(([path, body]) => at(path, Buffer.from(body).toString()));
          const written = [
            ...issues.filter(({ confidential }) => confidential !== true).map((each) => at(`-/issues/${each.iid}`, line(each.description))),
            ...mergeRequests.map((each) => at(`-/merge_requests/${each.iid}`, line(each.description))),
            ...commits.map((each) => at(`-/commits/${each.id}`, each.message)),
          ];
          return search === 'by_repository' ? code : [...code, ...written];
        });
      const snippets = corpus.snippets
        .filter(({ visibility }) => visibility !== 'private')
        .flatMap(({ id, title }): Shown[] => [
          { container: `snippet:${id}`, path: '-/description', text: title },
          { container: `snippet:${id}`, path: 's.env', text: title },
        ]);
      return search === 'by_repository' ? shown : [...shown, ...snippets];
    },
    close: api.close,
  };
}
