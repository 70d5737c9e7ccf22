import { afterEach, describe, expect, test } from '@jest/globals';
import { manyPastes, type PastebinApi, type PastebinApiOptions, type SimulatedPaste, startPastebinApi } from '@leakwatch/simulators';
import fc from 'fast-check';
import { failureOf, SourceStage } from '../source-stage.fixture.ts';
import { DOCUMENT_MAX, PastebinSource } from './pastebin.source.ts';

const open: PastebinApi[] = [];
afterEach(async () => {
  for (const api of open.splice(0)) await api.close();
});

async function start(pastes: readonly SimulatedPaste[], options: Partial<PastebinApiOptions> = {}) {
  const api = await startPastebinApi({ pastes, ...options });
  open.push(api);
  return { api, stage: new SourceStage(new PastebinSource({ PASTEBIN_API_URL: api.origin }), {}) };
}

const paste = (key: string, body: Uint8Array | string, more: Partial<SimulatedPaste> = {}): SimulatedPaste => ({
  key: key.padEnd(8, '0'),
  date: 1_700_000_000,
  body: typeof body === 'string' ? Buffer.from(body) : body,
  ...more,
});
const incomplete = (stage: SourceStage) => stage.answers.map((answer) => answer.incomplete === true);

describe('the stream of pastes', () => {
  test('every paste is read as Pastebin has it', async () => {
    const bytes = Uint8Array.from({ length: 1024 }, (_, at) => at % 256);
    const planted = [paste('bin', bytes, { title: 'dump  of\nall.env', user: 'ann' }), paste('ru', 'пароль: 1\r\n')];
    const { stage } = await start(planted);
    await stage.pass();
    expect(stage.documents.map(({ path, bytes: read }) => [path, Buffer.from(read ?? [])])).toEqual([
      ['dump of all.env', Buffer.from(bytes)],
      ['ru000000', Buffer.from('пароль: 1\r\n')],
    ]);
    expect(stage.documents[0]?.reference.container).toEqual({
      key: 'bin00000',
      title: 'dump of all.env',
      url: 'https://pastebin.com/bin00000',
      owner: 'ann',
    });
    expect(stage.documents[0]?.urlAt(3)).toBe('https://pastebin.com/bin00000');
    expect(stage.access.spent).toEqual(['list', 'item', 'item']);
  });

  test('a paste whose text changed is read again', async () => {
    const { api, stage } = await start([paste('one', 'before')]);
    await stage.pass();
    api.pastes[0] = paste('one', 'afterwards');
    await stage.pass();
    expect(stage.documents.map(({ bytes }) => Buffer.from(bytes ?? []).toString())).toEqual(['before', 'afterwards']);
  });

  test('missed pastes are reported, whatever arrives between two lists', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 6 }), async (arrivals) => {
        const { api, stage } = await start(manyPastes(10));
        await stage.pass({ fetches: false });
        let last = 10;
        for (const count of arrivals) {
          const read = new Set(stage.named.map(({ key }) => key)).size;
          api.pastes.unshift(...manyPastes(count, last + 1));
          last += count;
          await stage.pass({ fetches: false });
          const missed = count - (new Set(stage.named.map(({ key }) => key)).size - read);
          expect(missed).toBe(Math.max(0, count - 250));
          // With exactly 250 new ones nothing shows that none was missed.
          expect(stage.answers.at(-1)?.incomplete).toBe(count >= 250);
        }
      }),
      { numRuns: 15 },
    );
  });

  test('an old paste that is listed again after an edit does not hide that others were missed', async () => {
    const { api, stage } = await start(manyPastes(10));
    await stage.pass({ fetches: false });
    const [edited] = api.pastes;
    if (edited === undefined) throw new Error('no paste');
    api.pastes.unshift({ ...edited, date: edited.date + 5_000 }, ...manyPastes(300, 11));
    await stage.pass({ fetches: false });
    expect(incomplete(stage)).toEqual([false, true]);
  });

  test('the first list is no gap, nor is one after an empty list', async () => {
    const { api, stage } = await start(manyPastes(2));
    await stage.pass();
    const kept = api.pastes.splice(0);
    await stage.pass();
    api.pastes.push(...kept);
    await stage.pass();
    expect(incomplete(stage)).toEqual([false, true, false]);
  });
});

describe('what Pastebin does not give', () => {
  const itemOf = async (planted: SimulatedPaste, spoil: (api: PastebinApi) => void) => {
    const { api, stage } = await start([planted]);
    stage.begin();
    await stage.step();
    spoil(api);
    return { api, stage };
  };

  test('a paste that is deleted before it is read', async () => {
    const { stage } = await itemOf(paste('a', 'text'), (api) => api.pastes.splice(0));
    await stage.step();
    expect(stage.documents).toMatchObject([{ unread: 'gone', bytes: undefined }]);
  });

  test('a paste that is not ready is read later', async () => {
    const { api, stage } = await itemOf(paste('a', 'text'), (one) => one.notReady.add('a0000000'));
    const failure = await failureOf(stage.step());
    expect(failure).toMatchObject({
      failure: 'unavailable',
      seconds: 60,
      text: '200 File is not ready for scraping yet. Try again in 1 minute.',
    });
    api.notReady.clear();
    await stage.finish();
    expect(stage.documents).toHaveLength(1);
  });

  test('an empty answer is none', async () => {
    const { stage } = await itemOf(paste('a', 'text'), (api) => api.empty.add('a0000000'));
    expect((await failureOf(stage.step())).failure).toBe('unavailable');
  });

  test('a text that ends early is matched as far as it goes, and is another version than the listed one', async () => {
    const text = 'password=hunter2 and more';
    const { api, stage } = await itemOf(paste('a', text), (one) => one.cut.add('a0000000'));
    await stage.step();
    expect(stage.documents).toMatchObject([{ bytes: Buffer.from(text.slice(0, 12)), version: '1700000000:12' }]);
    expect(stage.documents[0]?.reference.version).toBe(`1700000000:${text.length}`);
    api.cut.clear();
    const [reference] = stage.named;
    if (reference === undefined) throw new Error('no reference');
    const [whole] = await stage.source.fetch(reference, { access: stage.access, signal: new AbortController().signal });
    expect([Buffer.from(whole?.bytes ?? []).toString(), whole?.version]).toEqual([text, undefined]);
  });

  test.each([
    'Error, we cannot find this paste.',
    'File is not ready for scraping yet. Try again in 1 minute.',
    '<p>Pastebin.com has blocked your IP',
  ])('a paste with the text of an error is a paste: %s', async (text) => {
    const { stage } = await itemOf(paste('a', text), () => undefined);
    await stage.step();
    expect(Buffer.from(stage.documents[0]?.bytes ?? []).toString()).toBe(text);
  });

  test('a paste over the bound is not requested when the list says so, and not kept when it does not', async () => {
    const big = paste('a', Buffer.alloc(DOCUMENT_MAX + 1));
    const { api, stage } = await start([big, { ...big, key: 'b0000000', listedSize: 10 }]);
    await stage.pass();
    expect(stage.documents).toMatchObject([{ unread: 'oversize' }, { unread: 'oversize' }]);
    expect(api.requests.map(({ path }) => path.split('?')[0])).toEqual(['/api_scraping.php', '/api_scrape_item.php']);
  });
});

describe('failures', () => {
  test.each<[string, PastebinApi['behaviour'], { failure: string; resource?: string; seconds?: number }]>([
    ['429', { kind: 'limited', seconds: 7 }, { failure: 'limited', resource: 'list', seconds: 7 }],
    ['429 without a duration', { kind: 'limited_unseen' }, { failure: 'limited', resource: 'list', seconds: 60 }],
    ['403 for an address without access', { kind: 'bad_token' }, { failure: 'account_refused' }],
    ['a 502', { kind: 'status', status: 502 }, { failure: 'unavailable' }],
    ['a 403 of something before Pastebin', { kind: 'status', status: 403 }, { failure: 'unavailable' }],
    ['no list at all', { kind: 'status', status: 404 }, { failure: 'broken_answer' }],
    ['a connection that is cut', { kind: 'cut' }, { failure: 'unavailable' }],
    ['half a list', { kind: 'broken_json' }, { failure: 'broken_answer' }],
    ['another list', { kind: 'other_shape' }, { failure: 'broken_answer' }],
    ['a web page', { kind: 'web_page' }, { failure: 'broken_answer' }],
    ['a redirect to another server', { kind: 'redirect', to: 'http://127.0.0.1:9/' }, { failure: 'broken_answer' }],
  ])('%s', async (_, behaviour, expected) => {
    const { api, stage } = await start(manyPastes(1));
    api.behaviour = behaviour;
    stage.begin();
    expect(await failureOf(stage.step())).toMatchObject(expected);
    api.behaviour = { kind: 'plain' };
    await stage.finish();
    expect(stage.documents).toHaveLength(1);
  });

  test('an address that may not scrape, and one that is blocked', async () => {
    const { stage } = await start(manyPastes(1), { allowed: ['203.0.113.9'] });
    stage.begin();
    expect(await failureOf(stage.step())).toMatchObject({
      failure: 'account_refused',
      text: expect.stringContaining('YOUR IP: 127.0.0.1 DOES NOT HAVE ACCESS'),
    });
    const other = await start(manyPastes(1));
    other.api.blocked = true;
    other.stage.begin();
    expect((await failureOf(other.stage.step())).failure).toBe('account_refused');
  });

  test('nothing is requested while the window is used up, nor after a stop', async () => {
    const { api, stage } = await start(manyPastes(1));
    stage.access.exhausted.set('list', 1);
    stage.begin();
    expect(await failureOf(stage.step())).toMatchObject({ failure: 'limited', resource: 'list' });
    stage.access.exhausted.clear();
    await expect(stage.step(AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
    expect(api.requests).toEqual([]);
  });
});
