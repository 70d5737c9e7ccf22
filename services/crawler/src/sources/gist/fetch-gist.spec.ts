import { afterEach, describe, expect, test } from '@jest/globals';
import { recheckPlace } from '@leakwatch/rules';
import type { SimulatedGist } from '@leakwatch/simulators';
import { withClock } from '@leakwatch/testing';
import { failureOf, SourceStage } from '../source-stage.fixture.ts';
import { blobId } from '../../upstreams/blob-id.ts';
import { GistSource } from './gist.source.ts';
import { GIST_DOCUMENT_MAX, RAW_FILES_MAX } from './gist-limits.ts';
import { closeGists, gist, gistStage, SECRET, startGists, STREAM } from './gist-stage.fixture.ts';

afterEach(closeGists);

const AT = '2026-03-01T00:00:00Z';
const BINARY = Buffer.concat([Buffer.from('key='), Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))]);
const LONG = Buffer.alloc(1_500_000, 'long line\n');

async function read(one: SimulatedGist, options: Parameters<typeof startGists>[0] = {}): Promise<SourceStage & { requests: string[] }> {
  const api = await startGists({ gists: [one], ...options });
  const stage = gistStage(api);
  await stage.pass();
  return Object.assign(stage, { requests: api.requests.map(({ path }) => path) });
}

describe('a gist', () => {
  test.each(['base64', 'replaced'] as const)('has every file as it is (binary content %s)', async (binary) => {
    const files = {
      'a.env': 'HOST=corp.example\n',
      ['__proto__']: 'key of corp.example\n',
      'ü #?.bin': BINARY,
      'long.txt': LONG,
      empty: '',
      'crlf.txt': 'a\r\nb\r\n',
    };
    const { documents, requests } = await read(gist('aa', AT, files), { binary });
    expect(documents.map(({ path, bytes }) => [path, bytes === undefined ? null : blobId(bytes)])).toEqual(
      Object.entries(files).map(([path, content]) => [path, blobId(Buffer.from(content))]),
    );
    expect(requests.filter((path) => path.includes('/raw/'))).toHaveLength(binary === 'base64' ? 1 : 2);
  });

  test('is named as people know it, with the change that it was read at', async () => {
    const { documents } = await read(gist('aa', AT, { 'My Notes.md': 'one\ntwo' }));
    const [document] = documents;
    expect(document?.reference).toMatchObject({ key: 'aa', version: '2026-03-01T00:00:00.000Z' });
    expect(document?.reference.container).toMatchObject({
      key: 'aa',
      title: 'ann/My Notes.md',
      owner: 'ann',
      url: expect.stringMatching(/\/ann\/aa$/),
    });
    expect(document?.commit).toEqual({ id: expect.stringMatching(/^[0-9a-f]{40}$/), author: 'ann', committedAt: new Date(AT) });
    expect(document?.urlAt(2)).toMatch(/\/ann\/aa\/[0-9a-f]{40}#file-my-notes-md-L2$/);
  });

  test('is at an address at which its files can be looked for again, and its comments cannot', async () => {
    const api = await startGists({ gists: [gist('aa', AT, { 'My Notes.md': 'one' }, { comments: ['x'] })] });
    const settings = { GITHUB_API_URL: api.origin, GIST_WEB_URL: 'https://gist.github.com', GIST_RAW_URL: api.origin };
    const stage = new SourceStage(new GistSource(settings), STREAM);
    await stage.pass();
    const places = stage.documents.map(({ path, urlAt }) => recheckPlace({ source_type: 'gist', file_url: urlAt(1), path }));
    const raw = 'https://gist.githubusercontent.com/ann/aa/raw';
    expect(places).toEqual([
      { kind: 'address', url: `${raw}/My%20Notes.md`, was: `${raw}/${stage.documents[0]?.commit?.id}/My%20Notes.md` },
      null,
    ]);
  });

  test('that changed since it was listed is the version that was read', async () => {
    const api = await startGists({ gists: [gist('aa', AT, { a: 'one' })] });
    const stage = gistStage(api);
    stage.begin();
    await stage.step();
    api.corpus.put(gist('aa', '2026-03-01T00:00:09Z', { a: 'two' }, { comments: ['x'] }));
    await stage.finish();
    expect(stage.documents.map(({ version }) => version)).toEqual(['2026-03-01T00:00:09.000Z', '2026-03-01T00:00:09.000Z']);
    expect(stage.documents[0]?.reference.version).toBe('2026-03-01T00:00:00.000Z');
  });

  test('that is deleted before its comments are asked for keeps its files', async () => {
    const whole = gist('aa', AT, { a: 'host corp.example' }, { comments: ['x'] });
    const api = await startGists({ gists: [whole] });
    const stage = gistStage(api);
    stage.begin();
    await stage.step();
    const { spend } = stage.access;
    let spent = 0;
    Object.assign(stage.access, {
      spend: async (resource: string) => {
        spent += 1;
        if (spent === 2) api.corpus.put({ ...whole, deleted: true });
        await spend(resource);
      },
    });
    await stage.finish();
    expect(stage.documents.map(({ path, bytes, unread }) => [path, bytes === undefined ? unread : String(bytes)])).toEqual([
      ['a', 'host corp.example'],
      ['comments', 'gone'],
    ]);
  });

  test('has every comment', async () => {
    const bodies = Array.from({ length: 230 }, (_, at) => `comment ${at}`);
    const { documents } = await read(gist('aa', AT, { a: 'x' }, { comments: bodies }));
    expect(documents.slice(1).map(({ bytes }) => String(bytes))).toEqual(bodies);
    expect(documents[1]).toMatchObject({ path: 'comments/4000000', commit: null });
    expect(documents[1]?.urlAt(1)).toMatch(/\/ann\/aa\?permalink_comment_id=4000000#gistcomment-4000000$/);
  });

  test('with too many comments says that some were not read', async () => {
    const { documents } = await read(gist('aa', AT, { a: 'x' }, { comments: Array.from({ length: 600 }, () => 'more') }));
    expect(documents).toHaveLength(502);
    expect(documents.at(-1)).toMatchObject({ path: 'further comments', unread: 'oversize' });
  });

  test('without an owner is anonymous', async () => {
    const { documents } = await read(gist('aa', AT, { a: 'x' }, { owner: null }));
    expect(documents[0]?.reference.container).toMatchObject({ title: 'anonymous/a', owner: 'anonymous' });
    expect(documents[0]?.commit?.author).toBe('anonymous');
  });

  test.each<[string, Partial<SimulatedGist>, string]>([
    ['deleted', { deleted: true }, 'gone'],
    ['blocked', { blocked: true }, 'refused'],
  ])('that is %s is one unread document', async (_, more, unread) => {
    const { documents } = await read(gist('aa', AT, { a: 'x' }, more));
    expect(documents).toMatchObject([{ bytes: undefined, unread }]);
  });

  test('with a file over the bound reads the others', async () => {
    const { documents } = await read(gist('aa', AT, { huge: Buffer.alloc(GIST_DOCUMENT_MAX + 1, 'x'), a: 'small' }));
    expect(documents.map(({ path, unread, bytes }) => [path, unread, bytes?.byteLength])).toEqual([
      ['huge', 'oversize', undefined],
      ['a', undefined, 5],
    ]);
  });

  test('over the bound of a gist is not asked for', async () => {
    const { documents, requests } = await read(
      gist('aa', AT, Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`f${at}`, Buffer.alloc(1_048_576, 'x')]))),
    );
    expect(documents).toMatchObject([{ unread: 'oversize' }]);
    expect(requests.map((path) => path.split('?')[0])).toEqual(['/gists/public']);
  });

  test.each([
    ['cut', Buffer.alloc(1_048_577, 'x')],
    ['no UTF-8', Buffer.from('password=hunter2 \xe9', 'latin1')],
  ])('with many files that are %s reads a bounded number of them raw, and the others as far as they are given', async (_, content) => {
    const { documents, requests } = await read(
      gist('aa', AT, Object.fromEntries(Array.from({ length: RAW_FILES_MAX + 3 }, (_one, at) => [`f${at}`, content]))),
      { binary: 'replaced' },
    );
    const whole = documents.filter(({ bytes }) => bytes !== undefined && Buffer.from(bytes).equals(content));
    const given = documents.filter(({ bytes }) => bytes !== undefined).slice(RAW_FILES_MAX);
    expect([whole.length, given.length, documents.filter(({ unread }) => unread === 'oversize').length]).toEqual([RAW_FILES_MAX, 3, 3]);
    for (const { bytes } of given) expect(Buffer.from(bytes ?? []).subarray(0, 17)).toEqual(content.subarray(0, 17));
    expect(requests.filter((path) => path.includes('/raw/'))).toHaveLength(RAW_FILES_MAX);
  });

  test.each([0, 10, -10])(
    'that is not there a moment after it was listed is asked for again, for two minutes (clock %i minutes off)',
    async (minutes) => {
      const listed = async (secondsAgo: number) => {
        const one = gist('aa', new Date(Date.now() - secondsAgo * 1000).toISOString(), { a: 'host corp.example' });
        const api = await startGists({ gists: [one] });
        const stage = gistStage(api);
        stage.begin();
        await stage.step();
        api.corpus.put({ ...one, deleted: true });
        return { stage, putBack: () => api.corpus.put(one) };
      };
      const { stage, putBack } = await listed(0);
      expect(await withClock(minutes, () => failureOf(stage.step(), SECRET))).toMatchObject({ failure: 'unavailable', seconds: 45 });
      putBack();
      await stage.finish();
      expect(stage.documents.map(({ bytes }) => String(bytes))).toEqual(['host corp.example']);
      const later = await listed(180);
      await withClock(minutes, () => later.stage.finish());
      expect(later.stage.documents).toMatchObject([{ unread: 'gone' }]);
    },
  );

  test('with a file at which GitHub keeps failing has the others in the last try', async () => {
    const whole = gist('aa', AT, { a: 'host corp.example', long: LONG }, { comments: ['x'] });
    const api = await startGists({ gists: [whole] });
    const stage = gistStage(api);
    stage.begin();
    await stage.step();
    const { spend } = stage.access;
    let spent = 0;
    Object.assign(stage.access, {
      spend: async (resource: string) => {
        spent += 1;
        // The raw file, and the comments.
        api.behaviour = spent > 1 ? { kind: 'status', status: 502 } : { kind: 'plain' };
        await spend(resource);
      },
    });
    const [reference] = stage.named;
    if (reference === undefined) throw new Error('no reference');
    const fetching = (isLastTry: boolean) => {
      spent = 0;
      return stage.source.fetch(reference, { access: stage.access, signal: new AbortController().signal, isLastTry });
    };
    expect((await failureOf(fetching(false), SECRET)).failure).toBe('unavailable');
    expect((await fetching(true)).map(({ path, bytes, unread }) => [path, bytes === undefined ? unread : String(bytes)])).toEqual([
      ['a', 'host corp.example'],
      ['long', 'unavailable'],
      ['comments', 'unavailable'],
    ]);
  });

  test('with more than 300 files says that some were not read', async () => {
    const { documents } = await read(gist('aa', AT, Object.fromEntries(Array.from({ length: 310 }, (_, at) => [`f${at}`, String(at)]))));
    expect(documents).toHaveLength(301);
    expect(documents.at(-1)).toMatchObject({ path: 'further files', unread: 'oversize' });
  });

  test('neither a raw file nor a page is sent the token; a raw file elsewhere is not asked for', async () => {
    const api = await startGists({ gists: [gist('aa', AT, { long: LONG })] });
    await gistStage(api).pass();
    const tokens = api.requests.map(({ path, headers }) => [path.includes('/raw/'), headers['authorization']]);
    expect(tokens).toEqual([
      [false, `token ${SECRET}`],
      [false, `token ${SECRET}`],
      [true, undefined],
    ]);
    const elsewhere = gistStage(api);
    const source = new GistSource({ GITHUB_API_URL: api.origin, GIST_WEB_URL: api.origin, GIST_RAW_URL: 'https://gist.example' });
    elsewhere.begin();
    await elsewhere.step();
    const [reference] = elsewhere.named;
    if (reference === undefined) throw new Error('no reference');
    const failure = await failureOf(source.fetch(reference, { access: elsewhere.access, signal: new AbortController().signal }), SECRET);
    expect(failure.failure).toBe('broken_answer');
    expect(api.requests.filter(({ path }) => path.includes('/raw/'))).toHaveLength(1);
  });
});
