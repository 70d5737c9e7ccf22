import { type SimulatedProject, type SimulatedSnippet, simulatedProject, startGitlabCloud } from '@leakwatch/simulators';
import type { SearchType } from '@leakwatch/vocabulary';
import { GitlabCloudSource } from '../gitlab-cloud/gitlab-cloud.source.ts';
import { FIRST, firstText, type Shown, type World } from './world.fixture.ts';
import { suffersHttp } from './world-access.fixture.ts';

const WIDE = { requests: 1_000_000, seconds: 60 };

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
    suffer: suffersHttp(api),
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
