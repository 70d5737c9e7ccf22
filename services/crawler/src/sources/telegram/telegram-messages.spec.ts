import { describe, expect, test } from '@jest/globals';
import type { SourceStage } from '../source-stage.fixture.ts';
import { FILE_MAX } from './telegram-limits.ts';
import { BOB, post, posts, setTelegramStages, type TelegramStage } from './telegram-stage.fixture.ts';

const start = setTelegramStages();
const texts = (reading: SourceStage) =>
  reading.documents.map(({ path, bytes, unread }) => `${path} ${bytes === undefined ? unread : Buffer.from(bytes).toString()}`);
const methods = ({ server }: TelegramStage) => server.requests.map(({ method }) => method).filter((method) => method !== 'help.getConfig');
const file = (id: bigint, name: string, bytes: Uint8Array | string, type = 'application/octet-stream') => ({
  id,
  name,
  type,
  bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
});

describe('what a message holds', () => {
  test('text, caption, addresses behind words, and the files of an album are documents', async () => {
    const stage = await start([
      post(1, 'see here', { links: ['https://intra.corp.example/x'] }),
      post(2, 'caption', { album: 9n, file: file(11n, 'dump.sql', 'insert 1') }),
      post(3, '', { album: 9n, file: file(12n, 'config/../.env', 'KEY=1') }),
      post(4, ''),
    ]);
    const reading = stage.reading();
    await reading.pass();
    expect(texts(reading).sort()).toEqual([
      '1 see here\nhttps://intra.corp.example/x',
      '2 caption',
      '2/dump.sql insert 1',
      '3/config .. .env KEY=1',
    ]);
    expect([reading.total, reading.named.length]).toEqual([4, 4]);
  });

  test('a file is read in parts, from where it is stored, also after its place expired and by another account', async () => {
    const bytes = Uint8Array.from({ length: 1_200_000 }, (_, at) => (at * 7) % 251);
    const stage = await start([
      post(1, '', { file: { ...file(11n, 'far.txt', bytes), dc: 4 } }),
      post(2, '', { file: file(12n, 'near.txt', bytes) }),
    ]);
    const first = stage.reading();
    await first.pass({ fetches: false });
    stage.server.expireFileReferences();
    const frontier = { slices: [], references: first.named, read: [] };
    for (const access of [stage.access(), stage.access(BOB.phone)]) {
      const reading = stage.reading(access, frontier);
      await reading.finish();
      expect(reading.documents.map((one) => [one.path, Buffer.from(one.bytes ?? []).equals(Buffer.from(bytes))])).toEqual([
        ['2/near.txt', true],
        ['1/far.txt', true],
      ]);
    }
    expect(new Set(stage.server.requests.filter(({ method }) => method === 'upload.getFile').map(({ dc }) => dc))).toEqual(new Set([2, 4]));
  });

  test('media, formats without a reader and large files are not downloaded, and say why', async () => {
    const large = new Uint8Array(FILE_MAX + 1);
    const stage = await start([
      post(1, '', { file: file(11n, 'backup.iso', 'iso') }),
      post(2, '', { file: file(12n, '', 'x', 'video/mp4') }),
      post(3, '', { file: file(13n, 'large.csv', large) }),
      post(4, '', { file: file(14n, 'gone.txt', 'x') }),
      post(5, '', { file: file(15n, 'book.xlsb', 'x') }),
    ]);
    const reading = stage.reading();
    await reading.pass({ fetches: false });
    stage.channel.remove(4);
    const later = stage.reading(stage.access(), { slices: [], references: reading.named, read: [] });
    await later.finish();
    expect(texts(later)).toEqual(['5/book.xlsb x', '4/gone.txt gone', '3/large.csv oversize', '2/12 not_text', '1/backup.iso not_text']);
  });
});

test.each(['backup.7z', 'backup.tar.zst', 'dump.rar', 'dump.lz4', 'old.doc', 'old.XLS', 'old.ppt'])('%s is downloaded', async (name) => {
  const stage = await start([post(1, '', { file: file(11n, name, 'x') })]);
  const reading = stage.reading();
  await reading.pass();
  expect(texts(reading)).toEqual([`1/${name} x`]);
});

describe('what changes after the past was read', () => {
  test('new messages and edits cost one request; nothing else is read again', async () => {
    const stage = await start(posts(150));
    const reading = stage.reading();
    await reading.pass();
    const before = methods(stage).length;
    stage.channel.post(post(151, 'new'));
    stage.channel.edit(3, { text: 'edited' });
    // Views and reactions change a message, not its text.
    stage.channel.edit(4, {});
    stage.channel.remove(5);
    await reading.pass();
    expect(texts(reading).slice(150)).toEqual(['151 new', '3 edited']);
    expect(methods(stage).slice(before)).toEqual(['updates.getChannelDifference']);
    await reading.pass();
    expect(texts(reading)).toHaveLength(152);
  });

  test('many changes come in several answers', async () => {
    const stage = await start(posts(10));
    const reading = stage.reading();
    await reading.pass();
    for (let id = 11; id <= 260; id += 1) stage.channel.post(post(id));
    await reading.pass();
    expect(reading.documents.map(({ path }) => Number(path)).sort((left, right) => left - right)).toEqual(posts(260).map(({ id }) => id));
  });

  test('messages that came while the past was read are not missed', async () => {
    const stage = await start(posts(150));
    const reading = stage.reading();
    reading.begin();
    await reading.step();
    await reading.step();
    stage.channel.post(post(151, 'meanwhile'));
    await reading.finish();
    await reading.pass();
    expect(texts(reading)).toContain('151 meanwhile');
    expect(reading.documents).toHaveLength(151);
  });

  test('when Telegram no longer knows what changed, the newest messages are read, and the pass says so', async () => {
    const stage = await start(posts(150));
    const reading = stage.reading();
    await reading.pass();
    for (let id = 151; id <= 400; id += 1) stage.channel.post(post(id));
    stage.channel.edit(140, { text: 'edited' });
    stage.channel.forgottenBefore = stage.channel.pts;
    const answers = reading.answers.length;
    await reading.pass();
    expect(reading.documents).toHaveLength(401);
    expect(texts(reading)).toContain('140 edited');
    expect(reading.answers.slice(answers).map(({ incomplete }) => incomplete === true)).toContain(true);
    stage.channel.post(post(401));
    await reading.pass();
    expect(reading.documents).toHaveLength(402);
  });

  test('what Telegram has forgotten is read to its end also where its pass was interrupted and began again', async () => {
    const stage = await start(posts(5));
    const reading = stage.reading();
    await reading.pass();
    for (let id = 6; id <= 400; id += 1) stage.channel.post(post(id));
    stage.channel.forgottenBefore = stage.channel.pts;
    reading.begin();
    // The difference and a page of the gap.
    for (const _ of ['difference', 'gap']) await reading.step();
    stage.channel.post(post(401));
    await reading.pass();
    expect(new Set(reading.documents.map(({ path }) => path)).size).toBe(401);
    const before = methods(stage).length;
    await reading.pass();
    expect(methods(stage).slice(before)).toEqual(['updates.getChannelDifference']);
  });

  test('a name that leads to another channel is read anew', async () => {
    const stage = await start(posts(3));
    const reading = stage.reading();
    await reading.pass();
    const { frontier } = reading;
    const other = await start([post(1, 'of another')]);
    Object.assign(other.channel, { id: 2_002n });
    const later = other.reading(other.access(BOB.phone), { ...frontier, slices: [], references: [] });
    await later.pass();
    expect(texts(later)).toEqual(['1 of another']);
    expect(later.documents[0]?.reference.container.key).toBe('2002');
  });
});
