import { describe, expect, test } from '@jest/globals';
import type { TaskChange } from '@leakwatch/contracts';
import { Api, errors } from 'telegram';
import { refusalOf } from '../../upstreams/telegram/telegram-refusal.ts';
import { failureOf } from '../source-stage.fixture.ts';
import { HISTORY_MAX } from './telegram-limits.ts';
import { channelState } from './telegram-state.ts';
import { ANN, BOB, NAME, post, posts, setTelegramStages, type TelegramStage } from './telegram-stage.fixture.ts';

const start = setTelegramStages();
const methods = ({ server }: TelegramStage) => server.requests.map(({ method }) => method).filter((method) => method !== 'help.getConfig');

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

  test('a reply names the message that it answers, and holds what it quotes', async () => {
    const stage = await start(
      [
        post(7, 'where is it?', { from: { id: 5n, name: 'Eve' } }),
        post(8, 'here', { from: { id: 6n, name: 'Ann' }, reply: { to: 7, quote: 'db.corp.example' } }),
      ],
      { isGroup: true },
    );
    const reading = stage.reading();
    await reading.pass();
    const [reply] = reading.documents;
    expect(reply?.commit?.author).toBe('Ann (reply to 7)');
    expect(Buffer.from(reply?.bytes ?? []).toString()).toBe('here\ndb.corp.example');
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
    expect(await failing(({ channel }) => Object.assign(channel, { isPrivate: true }))).toMatchObject({
      failure: 'out_of_reach',
      code: 'no_member',
    });
    expect(await failing(({ channel }) => Object.assign(channel, { username: 'renamed' }))).toMatchObject({
      failure: 'query_refused',
      code: 'channel_not_found',
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
    expect(await failureOf(reading.finish(), 'a1b2c3')).toMatchObject({ failure: 'account_refused', text: 'AUTH_KEY_NOT_FOUND' });
  });

  test('a session that lacks the second factor is refused like one that was ended', () => {
    const error = new errors.RPCError('SESSION_PASSWORD_NEEDED', new Api.updates.GetState(), 401);
    expect(refusalOf(error, 'history')).toMatchObject({ failure: 'account_refused', text: 'SESSION_PASSWORD_NEEDED' });
  });

  test('a step that ends leaves no connection', async () => {
    const stage = await start(posts(250));
    const reading = stage.reading();
    await reading.pass();
    const connections = await new Promise<number>((resolve) => setTimeout(() => resolve(stage.server.connected()), 50));
    expect(connections).toBe(0);
  });
});
