import { afterEach, describe, expect, test } from '@jest/globals';
import { type GitlabCloudApi, simulatedProject } from '@leakwatch/simulators';
import { failureOf, SourceStage, StageAccess } from '../source-stage.fixture.ts';
import { DOCUMENT_MAX } from './gitlab-client.ts';
import { gitlabState, type Slice, slice as storedSlice } from './gitlab-slices.ts';
import { closeAll, sourceOf, startStage, textsOf, TOKEN } from './gitlab-stage.fixture.ts';

afterEach(closeAll);

const projects = () => [simulatedProject(1, 'a/b', { 'a.env': 'corp.com' }, { description: 'corp.com' })];
const start = (options = {}) => startStage('paid', 'corp.com', { projects: projects(), ...options });

/** What a pass reads when nothing fails. */
const ALL = { 'a/b a.env': 'corp.com', 'a/b -/description': 'b\n\ncorp.com' };

const FAILURES: [string, GitlabCloudApi['behaviour'], object][] = [
  ['a spent window', { kind: 'limited', seconds: 7 }, { failure: 'limited', seconds: 7 }],
  ['a token that was revoked', { kind: 'bad_token' }, { failure: 'account_refused' }],
  ['a 502', { kind: 'status', status: 502 }, { failure: 'unavailable' }],
  ['a search that took too long', { kind: 'status', status: 408 }, { failure: 'unavailable' }],
  ['a connection that is cut', { kind: 'cut' }, { failure: 'unavailable' }],
];

describe.each(['a search', 'a lookup', 'a file'])('failures of %s', (what) => {
  /** Before the step in question. */
  const before = async () => {
    const made = await start();
    made.stage.begin();
    if (what !== 'a search') await made.stage.step();
    while (what === 'a file' && made.stage.frontier.slices.length > 0) await made.stage.step();
    return made;
  };
  const wrong =
    what === 'a file'
      ? []
      : ([
          ['half an answer', { kind: 'broken_json' }, { failure: 'broken_answer' }],
          ['another shape', { kind: 'other_shape' }, { failure: 'broken_answer' }],
          ['a web page', { kind: 'web_page' }, { failure: 'broken_answer' }],
          ['a redirect to another server', { kind: 'redirect', to: 'http://127.0.0.1:9/' }, { failure: 'broken_answer' }],
        ] satisfies typeof FAILURES);

  test.each([...FAILURES, ...wrong])('%s', async (_, behaviour, expected) => {
    const { api, stage } = await before();
    api.behaviour = behaviour;
    const kept = JSON.stringify(stage.frontier);
    const failure = await failureOf(stage.step(), TOKEN);
    expect(failure).toMatchObject(expected);
    expect(JSON.stringify(stage.frontier)).toBe(kept);
    api.behaviour = { kind: 'plain' };
    await stage.finish();
    expect(textsOf(stage)).toEqual(ALL);
  });

  test('a stop ends it', async () => {
    const { stage } = await before();
    await expect(stage.step(AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
  });

  test('an account that is suspended', async () => {
    const { api, stage } = await before();
    api.accounts[TOKEN] = { tier: 'paid', state: 'suspended' };
    expect(await failureOf(stage.step(), TOKEN)).toMatchObject({
      failure: 'account_refused',
      text: expect.stringContaining('Your account has been blocked'),
    });
  });
});

describe('limits', () => {
  test('the limit of the search shows in no header: it is the search that waits, not the account', async () => {
    const { stage } = await start({ searchWindow: { requests: 2, seconds: 40 } });
    stage.begin();
    const failure = await failureOf(stage.finish(), TOKEN);
    expect(failure).toMatchObject({ failure: 'limited', resource: 'search' });
    expect(failure.seconds).toBeGreaterThan(30);
    expect(stage.access.windows.every(({ resource, window }) => resource === 'api' && window.remaining > 0)).toBe(true);
  });

  test('a 429 without a duration and with requests left', async () => {
    const { api, stage } = await start();
    api.behaviour = { kind: 'limited_unseen' };
    stage.begin();
    expect(await failureOf(stage.step(), TOKEN)).toMatchObject({ failure: 'limited', resource: 'search', seconds: 60 });
  });

  test('a window of the account that is used up', async () => {
    const { api, stage } = await start({ apiWindow: { requests: 1, seconds: 30 } });
    stage.begin();
    const failure = await failureOf(stage.finish(), TOKEN);
    expect(failure).toMatchObject({ failure: 'limited', resource: 'api' });
    expect(stage.access.windows[0]?.window.remaining).toBe(0);
    expect(api.requests).toHaveLength(2);
  });

  test('a search is counted as both, and not sent when one is used up', async () => {
    const { api, stage } = await start();
    stage.begin();
    await stage.step();
    expect(stage.access.spent).toEqual(['api', 'search']);
    stage.access.exhausted.set('api', 5);
    expect(await failureOf(stage.step(), TOKEN)).toMatchObject({ resource: 'api' });
    expect([api.requests.length, stage.access.spent.length]).toEqual([1, 2]);
  });
});

describe('documents that GitLab does not give', () => {
  const found = async (options = {}) => {
    const made = await start(options);
    made.stage.begin();
    while (made.stage.frontier.slices.length > 0) await made.stage.step();
    return made;
  };

  test('a file, and a project, that is gone', async () => {
    const { api, stage } = await found();
    api.corpus.projects[0]?.files.clear();
    await stage.finish();
    expect(textsOf(stage)['a/b a.env']).toBe('(gone)');
    const other = await found();
    other.api.corpus.projects.length = 0;
    await other.stage.finish();
    expect(textsOf(other.stage)['a/b a.env']).toBe('(gone)');
  });

  test('a project that disappears between search and lookup, or becomes private', async () => {
    const { api, stage } = await start();
    const [project] = api.corpus.projects;
    api.onRequest = (path) => {
      if (path.includes('scope=blobs')) return;
      api.corpus.projects.splice(0, 1, ...(project === undefined ? [] : [{ ...project, visibility: 'private' as const }]));
    };
    await stage.pass();
    expect(textsOf(stage)).toEqual({});
  });

  test('a file of a snippet with half of a character in its name is gone, and the others are read', async () => {
    const files = new Map(['a\ud800', 'b'].map((name) => [name, Buffer.from('corp.com')]));
    const snippet = { id: 50, title: 'corp.com', author: 'ann', updatedAt: '2026-02-01T00:00:00Z', files };
    const { stage } = await found({ projects: [], snippets: [snippet] });
    await stage.finish();
    expect(stage.documents.map(({ path, unread }) => [path, unread])).toEqual([
      ['-/description', undefined],
      ['a\ud800', 'gone'],
      ['b', undefined],
    ]);
  });

  /** A pass in which GitLab refuses the steps that `isRefused` names. */
  const refusing = async ({ api, stage }: Awaited<ReturnType<typeof start>>, status: number, isRefused: (slice: Slice) => boolean) => {
    stage.begin();
    let refused = 0;
    while (stage.frontier.slices.length > 0) {
      const next = storedSlice.parse(stage.frontier.slices[0]);
      const isNow = isRefused(next);
      api.behaviour = isNow ? { kind: 'answer', status, body: JSON.stringify({ message: `${status}` }) } : { kind: 'plain' };
      refused += isNow ? 1 : 0;
      await stage.step();
    }
    expect(refused).toBeGreaterThan(0);
    api.behaviour = { kind: 'plain' };
    return stage.answers.some(({ incomplete }) => incomplete === true);
  };

  test.each([
    ['a lookup', 'paid', 'by_code', 'lookup'],
    ['a search within it', 'free', 'by_code', 'search'],
    ['its tree', 'paid', 'by_repository', 'tree'],
  ] as const)('a project that is refused makes the pass incomplete, one that is gone does not: %s', async (_, tier, search, kind) => {
    const asked = () => startStage(tier, { words: ['corp.com'], search }, { projects: projects() });
    const isAsked = (slice: Slice) => slice.kind === kind && (slice.kind !== 'search' || slice.project !== null);
    expect(await refusing(await asked(), 403, isAsked)).toBe(true);
    expect(await refusing(await asked(), 451, isAsked)).toBe(true);
    expect(await refusing(await asked(), 404, isAsked)).toBe(false);
  });

  test('a project at which GitLab fails keeps no other one from being read', async () => {
    const many = [1, 2, 3].map((id) => simulatedProject(id, `a/p${id}`, { 'a.env': 'corp.com' }));
    const { api, stage } = await start({ projects: many });
    const { source } = stage;
    stage.begin();
    await stage.step();
    while (stage.frontier.slices.length > 0) {
      const [next] = stage.frontier.slices;
      const lookup = storedSlice.parse(next);
      const isFirst = lookup.kind === 'lookup' && lookup.projects[0]?.id === 1;
      api.behaviour = isFirst ? { kind: 'status', status: 500 } : { kind: 'plain' };
      if (isFirst && lookup.projects.length === 1) {
        expect(source.leaving?.(next, stage.frontier.state)).toEqual({});
        expect((await failureOf(stage.step(), TOKEN)).failure).toBe('unavailable');
        break;
      }
      expect(source.leaving?.(next, stage.frontier.state)).toBeUndefined();
      await stage.step();
      api.behaviour = { kind: 'plain' };
    }
    api.behaviour = { kind: 'plain' };
    stage.frontier = { ...stage.frontier, slices: stage.frontier.slices.slice(1) };
    await stage.finish();
    expect(textsOf(stage)).toEqual({ 'a/p2 a.env': 'corp.com', 'a/p3 a.env': 'corp.com' });
  });

  test('the last lookup of a search that is left out lets the next pass go on behind it', async () => {
    const { stage } = await start();
    stage.begin();
    await stage.step();
    const { state, slices } = stage.frontier;
    expect(gitlabState.parse(state).reached).toEqual({ 'blobs "corp.com"': null });
    expect(stage.source.leaving?.(slices[0], state)).toMatchObject({ state: { reached: {}, cursors: {} } });
  });

  test('a file of a snippet at which GitLab keeps failing leaves its other texts in the last try', async () => {
    const files = new Map([['a.sh', Buffer.from('curl corp.com')]]);
    const snippet = { id: 50, title: 'corp.com notes', author: 'ann', updatedAt: '2026-02-05T00:00:00Z', files };
    const { api, stage } = await found({ projects: [], snippets: [snippet] });
    const [reference] = stage.named;
    if (reference === undefined) throw new Error('no reference');
    const { spend } = stage.access;
    Object.assign(stage.access, {
      spend: async (resource: string) => {
        api.behaviour = resource === 'files' ? { kind: 'status', status: 500 } : { kind: 'plain' };
        await spend(resource);
      },
    });
    const fetching = (isLastTry: boolean) =>
      stage.source.fetch(reference, { access: stage.access, signal: new AbortController().signal, isLastTry });
    expect((await failureOf(fetching(false), TOKEN)).failure).toBe('unavailable');
    expect((await fetching(true)).map(({ path, unread }) => [path, unread])).toEqual([
      ['-/description', undefined],
      ['a.sh', 'unavailable'],
    ]);
  });

  test('a file over the bound', async () => {
    const files = { 'a.env': 'corp.com', 'dump.sql': Buffer.concat([Buffer.from('corp.com\n\n\n\n'), Buffer.alloc(DOCUMENT_MAX)]) };
    const { stage } = await found({ projects: [simulatedProject(1, 'a/b', files)] });
    await stage.finish();
    expect(textsOf(stage)).toEqual({ 'a/b a.env': 'corp.com', 'a/b dump.sql': '(oversize)' });
  });
});

test('what an earlier version stored is asked again', async () => {
  const { api, stage: fresh } = await start();
  const frontier = { ...fresh.frontier, state: { version: 0 }, slices: [{ kind: 'of old' }] };
  const stage = new SourceStage(sourceOf(api), fresh.request, new StageAccess(TOKEN), frontier);
  await stage.step();
  expect(stage.answers[0]?.incomplete).toBe(true);
  await stage.pass();
  expect(textsOf(stage)).toEqual(ALL);
});
