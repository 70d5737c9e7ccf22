import { afterEach, describe, expect, test } from '@jest/globals';
import { manyProjects, type SimulatedProject, type SimulatedSnippet, simulatedProject } from '@leakwatch/simulators';
import { withClock } from '@leakwatch/testing';
import { closeAll, searchesOf, startStage, textsOf, TOKEN } from './gitlab-stage.fixture.ts';

afterEach(closeAll);

const BYTES = Buffer.concat([Buffer.from('corp.com\n'), Uint8Array.from({ length: 256 }, (_, at) => at), Buffer.from('\r\nend')]);
const LONG = `corp.com ${'x'.repeat(5_000)}`;
const COMMIT = 'c'.repeat(40);

/** A document of every kind, two of which are not for everybody. */
const world = (): { projects: SimulatedProject[]; snippets: SimulatedSnippet[] } => ({
  projects: [
    simulatedProject(
      1,
      'acme/tools/deploy',
      { 'dir with/a#b?.env': 'HOST=db.corp.com\n', 'data.bin': BYTES, 'other.txt': 'nothing' },
      {
        description: 'Deploys corp.com',
        issues: [
          { iid: 3, title: 'Login at corp.com', description: 'password: 1', updatedAt: '2026-02-01T00:00:00Z' },
          { iid: 4, title: 'long', description: LONG, updatedAt: '2026-02-02T00:00:00Z' },
          { iid: 5, title: 'hidden corp.com', description: '', updatedAt: '2026-02-02T00:00:00Z', confidential: true },
        ],
        mergeRequests: [{ iid: 8, title: 'Add corp.com', description: '', updatedAt: '2026-02-03T00:00:00Z' }],
        commits: [{ id: COMMIT, message: 'Remove token of corp.com\n', committedAt: '2026-02-04T05:06:07.000Z' }],
      },
    ),
    simulatedProject(2, 'acme/inner', { 'a.env': 'corp.com' }, { visibility: 'private' }),
    simulatedProject(3, 'acme/closed', { 'a.env': 'corp.com' }, { membersOnly: ['repository'], description: 'corp.com closed' }),
  ],
  snippets: [
    {
      id: 50,
      title: 'corp.com notes',
      description: 'see inside',
      author: 'ann',
      updatedAt: '2026-02-05T00:00:00Z',
      files: new Map([
        ['a.sh', Buffer.from('curl corp.com')],
        ['b.bin', BYTES],
      ]),
    },
    {
      id: 51,
      title: 'corp.com in a project',
      author: 'bob',
      projectId: 1,
      updatedAt: '2026-02-05T00:00:00Z',
      files: new Map([['c', Buffer.from('c')]]),
    },
    { id: 52, title: 'corp.com of members', author: 'bob', visibility: 'private', updatedAt: '2026-02-05T00:00:00Z', files: new Map() },
  ],
});

const EVERYWHERE = {
  'acme/tools/deploy dir with/a#b?.env': 'HOST=db.corp.com\n',
  'acme/tools/deploy -/description': 'deploy\n\nDeploys corp.com',
  'acme/tools/deploy -/issues/3': 'Login at corp.com\n\npassword: 1',
  'acme/tools/deploy -/issues/4': `long\n\n${LONG}`,
  'acme/tools/deploy -/merge_requests/8': 'Add corp.com\n\n',
  [`acme/tools/deploy -/commits/${COMMIT}`]: 'Remove token of corp.com\n',
  'acme/closed -/description': 'closed\n\ncorp.com closed',
  'corp.com notes -/description': 'corp.com notes\n\nsee inside',
  'corp.com notes a.sh': 'curl corp.com',
  'corp.com notes b.bin': BYTES.toString(),
  'corp.com in a project -/description': 'corp.com in a project\n\n',
  'corp.com in a project c': 'c',
};

describe('an account that may search code', () => {
  test('every document that everybody may see is read, and nothing else, even where the account may see more', async () => {
    const accounts = { [TOKEN]: { tier: 'paid', seesPrivate: true } } as const;
    const { stage } = await startStage('paid', 'corp.com', { ...world(), accounts });
    await stage.pass();
    expect(textsOf(stage)).toEqual({ ...EVERYWHERE, 'acme/tools/deploy data.bin': BYTES.toString() });
    const binary = stage.documents.find(({ path }) => path === 'data.bin');
    expect(Buffer.from(binary?.bytes ?? []).equals(BYTES)).toBe(true);
    // What members alone may see is not counted either.
    expect([stage.total, stage.answers.some(({ capped, incomplete }) => capped === true || incomplete === true)]).toEqual([
      stage.named.length,
      false,
    ]);
  });

  test('documents say where they are', async () => {
    const { api, stage } = await startStage('paid', 'corp.com', world());
    await stage.pass();
    const of = (path: string) => stage.documents.find((document) => document.path === path);
    const file = of('dir with/a#b?.env');
    expect(file?.reference).toMatchObject({
      key: 'blob:1:dir with/a#b?.env',
      version: '1'.padStart(40, '0'),
      container: { key: 'project:1', title: 'acme/tools/deploy', url: `${api.origin}/acme/tools/deploy`, owner: 'acme/tools' },
    });
    expect(file?.urlAt(7)).toBe(`${api.origin}/acme/tools/deploy/-/blob/${'1'.padStart(40, '0')}/dir%20with/a%23b%3F.env#L7`);
    expect(of('-/issues/3')?.urlAt(1)).toBe(`${api.origin}/acme/tools/deploy/-/issues/3`);
    expect(of(`-/commits/${COMMIT}`)?.commit).toEqual({
      id: COMMIT,
      author: 'Dev Eloper <dev@example.com>',
      committedAt: new Date('2026-02-04T05:06:07Z'),
    });
    expect(of('a.sh')?.reference.container).toEqual({
      key: 'snippet:50',
      title: 'corp.com notes',
      url: `${api.origin}/-/snippets/50`,
      owner: 'ann',
    });
  });

  test('a pass with nothing new searches again and names the same', async () => {
    const { api, stage } = await startStage('paid', 'corp.com', world());
    await stage.pass();
    const [documents, requests, named] = [stage.documents.length, api.requests.length, stage.named.length];
    await stage.pass();
    expect(stage.documents).toHaveLength(documents);
    expect(stage.named).toHaveLength(named * 2);
    expect(searchesOf(api, requests)).toHaveLength(6);
  });

  test.each(['commit', 'branch'] as const)('a file that changed is read again, where a result names a %s', async (codeRef) => {
    const project = simulatedProject(1, 'a/b', { 'a.env': 'corp.com 1' });
    const { stage } = await startStage('paid', 'corp.com', { projects: [project], codeRef });
    await stage.pass();
    project.files.set('a.env', Buffer.from('corp.com 1\npassword'));
    Object.assign(project, { head: 'f'.repeat(40), lastActivity: '2026-03-01T00:00:00.000Z' });
    await stage.pass();
    expect(stage.documents.map(({ bytes }) => Buffer.from(bytes ?? []).toString())).toEqual(['corp.com 1', 'corp.com 1\npassword']);
  });

  test('totals are those of the searches, given once', async () => {
    const { stage } = await startStage('paid', 'token', { projects: manyProjects(250, 'token') });
    await stage.pass({ fetches: false });
    // Files, and descriptions of the projects.
    expect(stage.total).toBe(500);
    expect(new Set(stage.named.map(({ key }) => key)).size).toBe(500);
    expect(stage.answers.some(({ capped }) => capped === true)).toBe(false);
  });
});

describe('a free account', () => {
  test('reads the code of projects that are found by their names, as it is', async () => {
    const { api, stage } = await startStage('free', 'corp.com', world());
    await stage.pass();
    // -I of basic search: a file with a zero byte is binary.
    expect(textsOf(stage)).toEqual(EVERYWHERE);
    expect(searchesOf(api)).toEqual([
      'blobs "corp.com" 1',
      'projects "corp.com" 1',
      'blobs corp.com in 1 1',
      'commits corp.com in 1 1',
      'snippet_titles "corp.com" 1',
      'issues "corp.com" 1',
      'merge_requests "corp.com" 1',
      'commits "corp.com" 1',
    ]);
  });

  test('reads the files of a branch that becomes the default one while nothing else happens in the project', async () => {
    const { api, stage } = await startStage('free', 'token', { projects: manyProjects(1, 'token') });
    await stage.pass();
    const [project] = api.corpus.projects;
    if (project === undefined) throw new Error('no project');
    api.corpus.projects[0] = { ...project, branch: 'develop', files: new Map([['config.env', Buffer.from('the other token')]]) };
    // A project that did not change is not read again for a day.
    await withClock(25 * 60, () => stage.pass());
    expect(textsOf(stage)).toMatchObject({ 'team/service-00001 config.env': 'the other token' });
  });
});
