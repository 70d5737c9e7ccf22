import { afterEach, describe, expect, test } from '@jest/globals';
import { gistId, GITHUB_REFUSALS, type HostBehaviour, manyGists } from '@leakwatch/simulators';
import type { UpstreamFailure } from '../../accounts/upstream-error.ts';
import { failureOf, StageAccess } from '../source-stage.fixture.ts';
import { closeGists, gist, gistStage, searchRequest, SECRET, STREAM, startGists } from './gist-stage.fixture.ts';

afterEach(closeGists);

describe('gist search', () => {
  test('finds gists by their words; the token is not sent to the web site', async () => {
    const gists = [
      gist('aa', '2026-01-01T00:00:00Z', { 'a.env': 'HOST=corp.example' }),
      gist('bb', '2026-01-02T00:00:00Z', { '<b>.txt': 'corp.example "quoted"' }, { owner: null }),
      gist('cc', '2026-01-03T00:00:00Z', { c: 'nothing' }),
    ];
    const api = await startGists({ gists });
    const stage = gistStage(api, searchRequest('"corp.example"'));
    await stage.pass();
    expect(stage.documents.map(({ path, bytes }) => [path, String(bytes)])).toEqual([
      ['<b>.txt', 'corp.example "quoted"'],
      ['a.env', 'HOST=corp.example'],
    ]);
    expect(stage.total).toBe(2);
    expect(api.requests[0]?.headers['authorization']).toBeUndefined();
    expect(stage.access.spent).toEqual(['web', 'core', 'core']);
  });

  test('names a gist as the list does, so that it is read once', async () => {
    const api = await startGists({
      gists: [
        gist('aa', '2026-01-01T00:00:00Z', { 'a.env': 'corp.example' }),
        gist('bb', '2026-01-01T00:00:00Z', { x: 'corp.example' }, { owner: null }),
      ],
    });
    const [search, list] = [gistStage(api, searchRequest('"corp.example"')), gistStage(api, STREAM)];
    await search.pass({ fetches: false });
    await list.pass({ fetches: false });
    const identity = ({ key, version, container }: (typeof list.named)[number]) => ({ key, version, container });
    expect(search.named.map(identity)).toEqual(list.named.map(identity));
  });

  test('without results is empty', async () => {
    const api = await startGists({ gists: manyGists(3, () => 'x') });
    const stage = gistStage(api, searchRequest('"absent"'));
    await stage.pass();
    expect([stage.named, stage.total]).toEqual([[], 0]);
  });

  test('reads every page', async () => {
    const api = await startGists({ gists: manyGists(73, () => 'corp.example') });
    const stage = gistStage(api, searchRequest('"corp.example"'));
    await stage.pass({ fetches: false });
    expect(new Set(stage.named.map(({ key }) => key)).size).toBe(73);
    expect(api.requests).toHaveLength(8);
  });

  test('a deep search goes past a thousand results', async () => {
    const gists = manyGists(2_300, (at) => `corp.example ${'x'.repeat((at * 37) % 2_000)}`);
    const api = await startGists({ gists });
    const stage = gistStage(api, searchRequest('"corp.example"', true));
    await stage.pass({ fetches: false });
    expect(stage.named).toHaveLength(2_300);
    expect(new Set(stage.named.map(({ key }) => key)).size).toBe(2_300);
    expect(stage.answers.some(({ capped }) => capped)).toBe(false);
  });

  test('a search of more results than it shows is capped', async () => {
    const api = await startGists({ gists: manyGists(1_010, () => 'corp.example') });
    const stage = gistStage(api, searchRequest('"corp.example"'));
    await stage.pass({ fetches: false });
    expect(stage.named).toHaveLength(1_000);
    expect(stage.answers[0]).toMatchObject({ capped: true, total: 1_010 });
  });

  test('a part of a search that is refused does not keep later passes from the others', async () => {
    const api = await startGists({ gists: manyGists(1_200, (at) => `corp.example ${'x'.repeat(at)}`) });
    const stage = gistStage(api, searchRequest('"corp.example"'));
    await stage.pass({ fetches: false });
    const refused = stage.source.plan(stage.request, stage.frontier.state)[1];
    stage.frontier = { ...stage.frontier, slices: [refused] };
    api.behaviour = { kind: 'status', status: 422 };
    await stage.step();
    expect(stage.answers.at(-1)?.incomplete).toBe(true);
    const next = stage.source.plan(stage.request, stage.frontier.state)[1];
    expect(next).toBeDefined();
    expect(next).not.toEqual(refused);
  });

  const snippet = (inside: string) =>
    ({ kind: 'answer', status: 200, type: 'text/html', body: `<h3>1 gist result</h3><div class="gist-snippet">${inside}</div>` }) as const;
  test.each<[string, HostBehaviour, UpstreamFailure, number | undefined]>([
    ['429', { kind: 'answer', status: 429, body: 'Whoa there!', type: 'text/html' }, 'limited', 60],
    ['429 with a duration', { kind: 'answer', status: 429, body: '', headers: { 'retry-after': '600' } }, 'limited', 600],
    ['a sign-in page', { kind: 'web_page' }, 'broken_answer', undefined],
    ['JSON', { kind: 'other_shape' }, 'broken_answer', undefined],
    ['a result without a gist', snippet('<p>new design</p>'), 'broken_answer', undefined],
    [
      'a result that leads elsewhere',
      snippet(
        '<a href="https://evil.example/a/b"><strong class="css-truncate-target">a</strong></a><relative-time datetime="2026-01-01T00:00:00Z"></relative-time>',
      ),
      'broken_answer',
      undefined,
    ],
    [
      'a result without a time',
      snippet('<a href="/ann/aa"><strong class="css-truncate-target">a</strong></a>'),
      'broken_answer',
      undefined,
    ],
    ['a page that is gone', { kind: 'status', status: 404 }, 'broken_answer', undefined],
    ['a query that is refused', { kind: 'status', status: 422 }, 'query_refused', undefined],
    ['a fault', { kind: 'status', status: 502 }, 'unavailable', undefined],
    ['a connection that is cut', { kind: 'cut' }, 'unavailable', undefined],
    ['a wish to sign in', { kind: 'bad_token' }, 'unavailable', undefined],
    ['a redirect to sign-in elsewhere', { kind: 'redirect', to: 'http://127.0.0.1:1/login' }, 'broken_answer', undefined],
  ])('%s', async (_, behaviour, failure, seconds) => {
    const api = await startGists({ gists: manyGists(3, () => 'corp.example') });
    api.behaviour = behaviour;
    const stage = gistStage(api, searchRequest('"corp.example"'), new StageAccess(SECRET, 5_000));
    stage.begin();
    const error = await failureOf(stage.step(), SECRET);
    expect([error.failure, error.seconds]).toEqual([failure, seconds]);
    if (failure === 'limited') expect(error.resource).toBe('web');
  });

  test.each<[string, HostBehaviour, UpstreamFailure]>([
    ['a used-up window', { kind: 'limited', seconds: 90 }, 'limited'],
    ['a secondary limit', { kind: 'answer', ...GITHUB_REFUSALS.secondary(null) }, 'limited'],
    ['a revoked token', { kind: 'bad_token' }, 'account_refused'],
    ['a suspended account', { kind: 'answer', ...GITHUB_REFUSALS.suspended }, 'account_refused'],
    ['a fault', { kind: 'status', status: 503 }, 'unavailable'],
    ['JSON that breaks off', { kind: 'broken_json' }, 'broken_answer'],
    ['JSON of another shape', { kind: 'other_shape' }, 'broken_answer'],
    ['a web page', { kind: 'web_page' }, 'broken_answer'],
  ])('%s, of the list and of a gist', async (_, behaviour, failure) => {
    const api = await startGists({ gists: manyGists(2, () => 'x') });
    const stage = gistStage(api);
    stage.begin();
    api.behaviour = behaviour;
    expect((await failureOf(stage.step(), SECRET)).failure).toBe(failure);
    api.behaviour = { kind: 'plain' };
    await stage.step();
    api.behaviour = behaviour;
    expect((await failureOf(stage.step(), SECRET)).failure).toBe(failure);
    api.behaviour = { kind: 'plain' };
    await stage.finish();
    expect(stage.documents.map(({ reference }) => reference.key)).toEqual([gistId(1), gistId(0)]);
  });
});
