import { afterEach, describe, expect, test } from '@jest/globals';
import { type CodeRepository, GITHUB_REFUSALS, type HostBehaviour, manyFiles } from '@leakwatch/simulators';
import { withClock } from '@leakwatch/testing';
import type { UpstreamFailure } from '../../accounts/upstream-error.ts';
import type { FetchedDocument, UnreadReason } from '../unit-source.port.ts';
import { failureOf, type SourceStage, StageAccess } from '../source-stage.fixture.ts';
import { closeGithub, codeRequest, githubStage, LEAKY, repositoryRequest, SECRET, startGithub } from './github-stage.fixture.ts';
import { GITHUB_DOCUMENT_MAX } from './github-limits.ts';

afterEach(closeGithub);

const CASES: readonly [string, HostBehaviour, UpstreamFailure, number | undefined][] = [
  ['a used-up window', { kind: 'limited', seconds: 90 }, 'limited', 90],
  ['a secondary limit', { kind: 'answer', ...GITHUB_REFUSALS.secondary(120) }, 'limited', 120],
  ['a secondary limit without a duration', { kind: 'answer', ...GITHUB_REFUSALS.secondary(null) }, 'limited', 60],
  ['a secondary limit as 429', { kind: 'answer', ...GITHUB_REFUSALS.secondary(null), status: 429 }, 'limited', 60],
  ['the older text of it', { kind: 'answer', ...GITHUB_REFUSALS.abuse }, 'limited', 90],
  [
    'a refusal with a duration, whatever its text',
    { kind: 'answer', status: 403, body: '{}', headers: { 'retry-after': '40' } },
    'limited',
    40,
  ],
  ['429 without a text', { kind: 'status', status: 429 }, 'limited', 60],
  ['a revoked token', { kind: 'bad_token' }, 'account_refused', undefined],
  ['a suspended account', { kind: 'answer', ...GITHUB_REFUSALS.suspended }, 'account_refused', undefined],
  ['a token without the right', { kind: 'answer', ...GITHUB_REFUSALS.notAccessible }, 'account_refused', undefined],
  ['a fault', { kind: 'status', status: 500 }, 'unavailable', undefined],
  ['a gateway that is away', { kind: 'answer', ...GITHUB_REFUSALS.serverError }, 'unavailable', undefined],
  ['an unknown refusal', { kind: 'status', status: 403 }, 'unavailable', undefined],
  ['a connection that is cut', { kind: 'cut' }, 'unavailable', undefined],
  ['JSON that breaks off', { kind: 'broken_json' }, 'broken_answer', undefined],
  ['JSON of another shape', { kind: 'other_shape' }, 'broken_answer', undefined],
  ['a web page', { kind: 'web_page' }, 'broken_answer', undefined],
  ['a redirect that leads in a circle', { kind: 'redirect', to: '/round' }, 'broken_answer', undefined],
  ['an answer that repeats the token', { kind: 'answer', status: 500, body: `${SECRET} `.repeat(5_000) }, 'unavailable', undefined],
];

async function asked(): Promise<{ api: Awaited<ReturnType<typeof startGithub>>; stage: SourceStage }> {
  const api = await startGithub();
  const stage = githubStage(api, codeRequest('"corp.example"'), new StageAccess(SECRET, 5_000));
  stage.begin();
  return { api, stage };
}

describe('failures of GitHub', () => {
  test.each(CASES)('%s, of a search', async (_, behaviour, failure, seconds) => {
    const { api, stage } = await asked();
    api.behaviour = behaviour;
    const error = await failureOf(stage.step(), SECRET);
    expect(error.failure).toBe(failure);
    expect(Math.abs((error.seconds ?? 0) - (seconds ?? 0))).toBeLessThanOrEqual(1);
    if (failure === 'limited') expect(error.resource).toBe('code_search');
  });

  test.each(CASES)('%s, of a file', async (_, behaviour, failure) => {
    const { api, stage } = await asked();
    await stage.step();
    api.behaviour = behaviour;
    const error = await failureOf(stage.step(), SECRET);
    expect(error.failure).toBe(failure);
    if (failure === 'limited') expect(error.resource).toBe('core');
    api.behaviour = { kind: 'plain' };
    await stage.finish();
    expect(stage.documents).toHaveLength(4);
  });

  test.each([GITHUB_REFUSALS.unparsable, GITHUB_REFUSALS.missingQuery, GITHUB_REFUSALS.codeBeyondCap])(
    'a query that is refused (%#)',
    async (answer) => {
      const { api, stage } = await asked();
      api.behaviour = { kind: 'answer', ...answer };
      const error = await failureOf(stage.step(), SECRET);
      expect(error.failure).toBe('query_refused');
      expect(error.text).toContain('422');
    },
  );

  test('a part of a query that is refused does not keep later passes from the others', async () => {
    const api = await startGithub({ repositories: manyFiles(2_500, 'crowded word') });
    const stage = githubStage(api, codeRequest('"crowded word"'));
    await stage.pass({ fetches: false });
    const gone = stage.source.plan(stage.request, stage.frontier.state)[1];
    stage.begin();
    for (let page = 1; page <= 10; page += 1) await stage.step();
    expect(stage.frontier.slices[0]).toEqual(gone);
    api.behaviour = { kind: 'answer', ...GITHUB_REFUSALS.unparsable };
    await stage.step();
    expect(stage.answers.at(-1)).toMatchObject({ incomplete: true, references: [] });
    api.behaviour = { kind: 'plain' };
    const next = stage.source.plan(stage.request, stage.frontier.state)[1];
    expect(next).toBeDefined();
    expect(next).not.toEqual(gone);
    await stage.pass({ fetches: false });
  });

  test('a server that is silent is given up', async () => {
    const api = await startGithub();
    api.behaviour = { kind: 'held' };
    const stage = githubStage(api, codeRequest('"corp.example"'), new StageAccess(SECRET, 200));
    stage.begin();
    expect((await failureOf(stage.step(), SECRET)).failure).toBe('unavailable');
  });

  test('an abort ends the request with its reason', async () => {
    const { api, stage } = await asked();
    api.behaviour = { kind: 'held' };
    const abort = new AbortController();
    const step = stage.step(abort.signal);
    abort.abort(new Error('stopped by the test'));
    await expect(step).rejects.toThrow('stopped by the test');
  });

  test('a window that is used up here sends no request', async () => {
    const { api, stage } = await asked();
    stage.access.exhausted.set('code_search', 17);
    expect(await failureOf(stage.step(), SECRET)).toMatchObject({ failure: 'limited', resource: 'code_search', seconds: 17 });
    expect(api.requests).toEqual([]);
  });

  test('a redirect to another server is not followed', async () => {
    const other = await startGithub();
    const { api, stage } = await asked();
    api.behaviour = { kind: 'redirect', to: `${other.origin}/search/code?q=a` };
    expect((await failureOf(stage.step(), SECRET)).failure).toBe('broken_answer');
    expect(other.requests).toEqual([]);
  });

  test('a search without an account is refused', async () => {
    const api = await startGithub();
    const stage = githubStage(api, codeRequest('"corp.example"'), new StageAccess(null));
    stage.begin();
    expect((await failureOf(stage.step(), SECRET)).failure).toBe('account_refused');
  });
});

describe('files that GitHub does not give', () => {
  const unread = async (change: (one: CodeRepository) => CodeRepository): Promise<readonly FetchedDocument['unread'][]> => {
    const { api, stage } = await asked();
    await stage.step();
    api.corpus.change((repositories) => repositories.map((one) => (one.id === 72 ? change(one) : one)));
    await stage.finish();
    expect(stage.documents.slice(0, 3).every(({ bytes, unread: reason }) => bytes !== undefined && reason === undefined)).toBe(true);
    expect(stage.documents[3]?.bytes).toBeUndefined();
    return stage.documents.slice(3).map((document) => document.unread);
  };

  test.each<[string, Partial<CodeRepository>, UnreadReason]>([
    ['deleted', { deleted: true }, 'gone'],
    ['blocked', { blocked: 'tos' }, 'refused'],
    ['taken down', { blocked: 'dmca' }, 'refused'],
    ['replaced', { files: [{ path: 'README.md', content: 'other' }] }, 'gone'],
  ])('%s', async (_, change, reason) => {
    expect(await unread((one) => ({ ...one, ...change }))).toEqual([reason]);
  });

  test('a repository that was renamed since is found under its new name', async () => {
    const { api, stage } = await asked();
    await stage.step();
    api.corpus.change((repositories) =>
      repositories.map((one) => (one.id === 72 ? { ...one, name: 'renamed', formerNames: ['other/notes'] } : one)),
    );
    await stage.finish();
    expect(stage.documents[3]).toMatchObject({ path: 'README.md', bytes: Buffer.from(LEAKY[1]?.files[0]?.content ?? '') });
  });

  const LATER = 30;
  test.each([
    [codeRequest('"corp.example"'), 1],
    // Its branch and its tree are asked for when the search was long ago.
    [repositoryRequest('"corp.example" in:name,description,readme'), 1],
  ])(
    'a repository that became private while its files waited is not read, though the account is a member of it (%#)',
    async (request, left) => {
      const read = async (isHidden: boolean) => {
        const api = await startGithub();
        const stage = githubStage(api, request);
        stage.begin();
        while (stage.frontier.slices.length > 0) await stage.step();
        if (isHidden) api.corpus.change((repositories) => repositories.map((one) => (one.id === 71 ? { ...one, private: true } : one)));
        const before = api.requests.length;
        await withClock(LATER, () => stage.finish());
        const ofHidden = stage.documents.filter(({ reference }) => reference.container.key === '71');
        const asked = api.requests.slice(before).filter(({ path }) => /^\/repos\/[^/]+\/[^/]+$/.test(path));
        return {
          unread: [...new Set(ofHidden.map(({ unread }) => unread))],
          asked: asked.filter(({ path }) => path.endsWith('/infra')).length,
        };
      };
      expect(await read(false)).toEqual({ unread: [undefined], asked: left });
      expect((await read(true)).unread).toEqual(['gone']);
    },
  );

  test('a file over the bound is not asked for', async () => {
    const { api, stage } = await asked();
    const source = stage.source;
    const [reference] = (await stage.step()) ? stage.named : [];
    if (reference === undefined || typeof reference.hint !== 'object') throw new Error('no reference');
    const before = api.requests.length;
    const large = { ...reference, hint: { ...reference.hint, size: GITHUB_DOCUMENT_MAX + 1 } };
    const [document] = await source.fetch(large, { access: stage.access, signal: new AbortController().signal });
    expect(document).toMatchObject({ bytes: undefined, unread: 'oversize' });
    expect(api.requests).toHaveLength(before);
  });

  test('a file whose answer is longer than one of a file within the bound is too large', async () => {
    const { api, stage } = await asked();
    await stage.step();
    api.behaviour = { kind: 'endless' };
    await stage.step();
    expect(stage.documents).toMatchObject([{ bytes: undefined, unread: 'oversize' }]);
  });

  test.each([
    'Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization.',
    '`team` forbids access via a personal access token (classic). Please use a GitHub App, OAuth App, or a personal access token with fine-grained permissions.',
  ])('what an organisation does not give to tokens leaves the account as it is (%#)', async (message) => {
    const { api, stage } = await asked();
    await stage.step();
    api.behaviour = { kind: 'answer', status: 403, body: JSON.stringify({ message }) };
    await stage.finish();
    expect(stage.documents.map(({ unread: reason }) => reason)).toEqual(['refused', 'refused', 'refused', 'refused']);
  });

  test('a failure of what is ours is not taken for one of GitHub', async () => {
    const { stage } = await asked();
    const access = Object.assign(stage.access, { saw: async () => Promise.reject(new Error('the database is away')) });
    const step = stage.source.ask(stage.frontier.slices[0], {
      request: stage.request,
      state: undefined,
      recall: async () => undefined,
      access,
      signal: new AbortController().signal,
    });
    await expect(step).rejects.toThrow('the database is away');
  });

  test('an address that is no web address is a broken answer', async () => {
    const { api, stage } = await asked();
    const search = await fetch(`${api.origin}/search/code?q=corp.example`, { headers: { authorization: 'token x', 'user-agent': 'x' } });
    const body = (await search.text()).replaceAll('https://github.com/team/infra/blob', 'javascript:alert(1)//');
    api.behaviour = { kind: 'answer', status: 200, body };
    expect((await failureOf(stage.step(), SECRET)).failure).toBe('broken_answer');
  });

  test('bytes that are not those of the blob are a broken answer', async () => {
    const { api, stage } = await asked();
    await stage.step();
    const body = JSON.stringify({ sha: 'x', size: 5, encoding: 'base64', content: Buffer.from('other').toString('base64') });
    api.behaviour = { kind: 'answer', status: 200, body };
    expect((await failureOf(stage.step(), SECRET)).failure).toBe('broken_answer');
  });
});
