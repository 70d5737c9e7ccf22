import { afterEach, describe, expect, test } from '@jest/globals';
import type { TaskChange } from '@leakwatch/contracts';
import type { SimulatedTelegramMessage } from '@leakwatch/simulators';
import { failureOf, type SourceStage } from '../source-stage.fixture.ts';
import { FILE_MAX, HISTORY_MAX } from './telegram-limits.ts';
import { channelState } from './telegram-state.ts';
import { ANN, BOB, NAME, post, posts, TelegramStage } from './telegram-stage.fixture.ts';

const open: TelegramStage[] = [];
afterEach(async () => {
  for (const stage of open.splice(0)) await stage.close();
});

async function start(messages: readonly SimulatedTelegramMessage[], options: Parameters<typeof TelegramStage.open>[1] = {}) {
  const stage = await TelegramStage.open(messages, options);
  open.push(stage);
  return stage;
}

const texts = (reading: SourceStage) =>
  reading.documents.map(({ path, bytes, unread }) => `${path} ${bytes === undefined ? unread : Buffer.from(bytes).toString()}`);
const methods = ({ server }: TelegramStage) => server.requests.map(({ method }) => method).filter((method) => method !== 'help.getConfig');
const file = (id: bigint, name: string, bytes: Uint8Array | string, type = 'application/octet-stream') => ({
  id,
  name,
  type,
  bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
});

describe('the channels of a task', () => {
  test('are units of their own, whatever the letter case of their names', async () => {
    const { source: telegram } = await start([]);
    const task: TaskChange = {
      ...{ task_id: 'a', organisation_id: 'b', version: 1, title: '', running: true, archived: false, delete_events: false },
      ...{ source_types: ['telegram'], patterns: [{ id: 'p', kind: 'deep', text: 'x' }], filter_keywords: [], filter_mode: 'exclude' },
      repositories: [],
      telegram_channels: ['Leaks', 'leaks', 'other'],
    };
    expect(telegram.unitsFor(task)).toEqual([
      { key: 'leaks', request: { name: 'leaks' }, patterns: ['p'] },
      { key: 'other', request: { name: 'other' }, patterns: ['p'] },
    ]);
    expect(telegram.unitsFor({ ...task, source_types: ['gist'] })).toEqual([]);
  });
});

describe('the past of a channel', () => {
  test('is read backwards to its beginning, each message once', async () => {
    const stage = await start([...posts(120), post(121, '', { isService: true }), ...posts(250).slice(121)]);
    const reading = stage.reading();
    await reading.pass();
    expect(reading.documents.map(({ path }) => path)).toEqual(
      Array.from({ length: 250 }, (_, at) => String(250 - at)).filter((id) => id !== '121'),
    );
    // What Telegram counts, without its own message.
    expect([reading.total, reading.named.length]).toEqual([249, 249]);
    expect(methods(stage)).toEqual(['contacts.resolveUsername', 'channels.getFullChannel', ...Array(4).fill('messages.getHistory')]);
    expect(reading.answers.some(({ capped }) => capped)).toBe(false);
  });

  test('an event names channel, message, author, date and origin', async () => {
    const stage = await start(
      [
        post(7, 'a secret', { from: { id: 5n, name: 'Eve' }, forwarded: { name: 'Dumps' } }),
        post(8, 'signed', { signature: 'Ann, editor' }),
      ],
      { isGroup: true },
    );
    const reading = stage.reading();
    await reading.pass();
    const [signed, forwarded] = reading.documents;
    expect(forwarded?.reference.container).toEqual({ key: '1001', title: 'Leaks, daily', url: `https://t.me/${NAME}`, owner: NAME });
    expect(forwarded?.urlAt(1)).toBe(`https://t.me/${NAME}/7`);
    expect(forwarded?.commit).toEqual({ id: '7', author: 'Eve (forwarded from Dumps)', committedAt: new Date(1_700_000_007_000) });
    expect(signed?.commit?.author).toBe('Ann, editor');
  });

  test('another process goes on where one stopped, at every step', async () => {
    const stage = await start(posts(250));
    const whole = stage.reading();
    await whole.pass();
    for (let cut = 1; cut < 5; cut += 1) {
      const first = stage.reading();
      first.begin();
      for (let step = 0; step < cut; step += 1) await first.step();
      const second = stage.reading(stage.access(BOB.phone), first.frontier);
      await second.finish();
      expect([...first.documents, ...second.documents].map(({ path }) => path)).toEqual(whole.documents.map(({ path }) => path));
    }
  });

  test('is read down to a bound, and every later pass says that there is more', async () => {
    const stage = await start(posts(350));
    const first = stage.reading();
    first.begin();
    await first.step();
    await first.step();
    const state = channelState.parse(first.frontier.state);
    const nearly = { ...state, history: { ...state.history, read: HISTORY_MAX - 150 } };
    const later = stage.reading(stage.access(), { state: nearly, slices: [{ kind: 'history', before: 251 }], references: [], read: [] });
    await later.finish();
    expect(later.documents).toHaveLength(200);
    expect(later.answers.map(({ capped }) => capped)).toEqual([false, true]);
    await later.pass();
    expect(later.answers.at(-1)).toMatchObject({ capped: true, more: [] });
    expect(later.documents).toHaveLength(200);
  });

  test('a pass that is given up goes on in the next one', async () => {
    const stage = await start(posts(250));
    const first = stage.reading();
    first.begin();
    await first.step();
    await first.step();
    const { state } = first.frontier;
    const second = stage.reading(stage.access(), { state, slices: [], references: [], read: [] });
    await second.pass();
    expect(second.documents.map(({ path }) => path)).toEqual(Array.from({ length: 150 }, (_, at) => String(150 - at)));
  });
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

  test('media, archives without a reader and large files are not downloaded, and say why', async () => {
    const large = new Uint8Array(FILE_MAX + 1);
    const stage = await start([
      post(1, '', { file: file(11n, 'backup.7z', '7z') }),
      post(2, '', { file: file(12n, '', 'x', 'video/mp4') }),
      post(3, '', { file: file(13n, 'large.csv', large) }),
      post(4, '', { file: file(14n, 'gone.txt', 'x') }),
    ]);
    const reading = stage.reading();
    await reading.pass({ fetches: false });
    stage.channel.remove(4);
    const later = stage.reading(stage.access(), { slices: [], references: reading.named, read: [] });
    await later.finish();
    expect(texts(later)).toEqual(['4/gone.txt gone', '3/large.csv oversize', '2/12 not_text', '1/backup.7z not_text']);
  });
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

describe('failures', () => {
  const failing = async (prepare: (stage: TelegramStage) => void) => {
    const stage = await start(posts(3));
    const access = stage.access();
    prepare(stage);
    const reading = stage.reading(access);
    reading.begin();
    return failureOf(reading.finish(), 'a1b2c3');
  };

  test('a wait that Telegram asks for concerns the resource, to the second', async () => {
    expect(await failing(({ server }) => server.flood.next.set('messages.getHistory', 613))).toMatchObject({
      failure: 'limited',
      resource: 'history',
      seconds: 613,
    });
    expect(await failing(({ server }) => server.flood.next.set('contacts.resolveUsername', 7))).toMatchObject({
      failure: 'limited',
      resource: 'resolve',
      seconds: 7,
    });
  });

  test.each(['SESSION_REVOKED', 'AUTH_KEY_UNREGISTERED', 'USER_DEACTIVATED_BAN'] as const)('%s refuses the account', async (reason) => {
    expect(await failing(({ server }) => server.end(ANN.phone, reason))).toMatchObject({ failure: 'account_refused', text: reason });
  });

  test('a private channel and a name that nobody has are refused', async () => {
    expect(await failing(({ channel }) => Object.assign(channel, { isPrivate: true }))).toMatchObject({ failure: 'query_refused' });
    expect(await failing(({ channel }) => Object.assign(channel, { username: 'renamed' }))).toMatchObject({
      failure: 'query_refused',
      text: 'USERNAME_NOT_OCCUPIED',
    });
  });

  test('servers that are away are unavailable, and an account without a session is refused', async () => {
    const stage = await start(posts(1));
    const access = stage.access();
    await stage.close();
    const reading = stage.reading(access);
    reading.begin();
    expect(await failureOf(reading.finish(), 'a1b2c3')).toMatchObject({ failure: 'unavailable' });
    const unsigned = stage.reading(Object.assign(stage.access(), { secret: 'a password' }));
    unsigned.begin();
    expect(await failureOf(unsigned.finish(), 'a password')).toMatchObject({ failure: 'account_refused' });
  });

  test('a session whose key Telegram does not know is refused at once', async () => {
    const [stage, other] = [await start(posts(1)), await start(posts(1))];
    const reading = stage.reading(other.access());
    reading.begin();
    expect(await failureOf(reading.finish(), 'a1b2c3')).toMatchObject({ failure: 'account_refused' });
  });

  test('a step that ends leaves no connection', async () => {
    const stage = await start(posts(250));
    const reading = stage.reading();
    await reading.pass();
    const connections = await new Promise<number>((resolve) => setTimeout(() => resolve(stage.server.connected()), 50));
    expect(connections).toBe(0);
  });
});
