import { afterEach, describe, expect, test } from '@jest/globals';
import { Api, helpers, type TelegramClient } from 'telegram';
import { Raw } from 'telegram/events/Raw.js';
import { ConnectionTCPAbridged } from 'telegram/network/connection/TCPAbridged.js';
import { ConnectionTCPFull } from 'telegram/network/connection/TCPFull.js';
import { API, connectClient, credentials, signIn } from './client.fixture.ts';
import { SimulatedTelegramChannel, startTelegram, type TelegramOptions, type TelegramServer } from './index.ts';

const ANN = { phone: '79001112233', code: '12345' };
const BOB = { phone: '79004445566', code: '54321', password: 'пароль 1' };
const FAR = { phone: '79007778899', code: '11111', dc: 4 };

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function start(options: Partial<TelegramOptions> = {}): Promise<TelegramServer> {
  const server = await startTelegram({ users: [ANN, BOB, FAR], api: API, centres: [2, 4], ...options });
  open.push(server);
  return server;
}

async function connect(server: TelegramServer, options: Parameters<typeof connectClient>[1] = {}) {
  const connected = await connectClient(server, options);
  open.push(connected);
  return connected;
}

async function signedIn(server: TelegramServer, user = ANN) {
  const connected = await connect(server);
  const saved = await signIn(connected.client, connected.session, user.phone, user.code);
  return { ...connected, saved };
}

const refusal = async (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'nothing',
    (error: { errorMessage?: string; seconds?: number }) =>
      error.seconds === undefined ? String(error.errorMessage) : `flood ${error.seconds}`,
  );

const channelWith = (count: number) =>
  new SimulatedTelegramChannel(
    1001n,
    'leaks',
    'Leaks',
    Array.from({ length: count }, (_, at) => ({ id: at + 1, date: 1_700_000_000 + at, text: `message ${at + 1}` })),
  );

async function inputOf(client: TelegramClient, name: string) {
  const { chats } = await client.invoke(new Api.contacts.ResolveUsername({ username: name }));
  const [channel] = chats;
  if (!(channel instanceof Api.Channel) || channel.accessHash === undefined) throw new Error('no channel');
  return { channelId: channel.id, accessHash: channel.accessHash };
}

describe('the unmodified client', () => {
  test.each([
    ['full', ConnectionTCPFull],
    ['abridged', ConnectionTCPAbridged],
  ])('agrees on a key and signs in over the %s transport', async (_, connection) => {
    const server = await start();
    const { client, session } = await connect(server, { connection });
    const saved = await signIn(client, session, ANN.phone, ANN.code);
    expect(saved).toMatch(/^1.{300,}/);
    expect(await client.getMe()).toMatchObject({ phone: ANN.phone });
    expect(server.signedIn()).toEqual([ANN.phone]);
  });

  test('continues with its session, also after the salts changed and after it was cut off', async () => {
    const server = await start();
    const { saved } = await signedIn(server);
    const { client } = await connect(server, { session: saved });
    server.changeSalts();
    expect(await client.getMe()).toMatchObject({ phone: ANN.phone });
    server.cut();
    expect(await client.getMe()).toMatchObject({ phone: ANN.phone });
    expect(server.requests.map(({ method }) => method)).not.toContain('auth.exportAuthorization');
  });

  test('is refused a wrong code, an expired one and another application', async () => {
    const server = await start();
    const { client, session } = await connect(server);
    expect(await refusal(signIn(client, session, ANN.phone, '00000'))).toBe('PHONE_CODE_INVALID');
    const { phoneCodeHash } = await client.sendCode(credentials, ANN.phone);
    server.expireCode(ANN.phone);
    const late = new Api.auth.SignIn({ phoneNumber: ANN.phone, phoneCodeHash, phoneCode: ANN.code });
    expect(await refusal(client.invoke(late))).toBe('PHONE_CODE_EXPIRED');
    expect(await refusal(client.sendCode({ apiId: 1, apiHash: 'x' }, ANN.phone))).toBe('API_ID_INVALID');
    expect(await refusal(client.sendCode(credentials, '1'))).toBe('PHONE_NUMBER_INVALID');
    expect(server.signedIn()).toEqual([]);
  });

  test('proves the password of the second factor', async () => {
    const server = await start();
    const { client, session } = await connect(server);
    expect(await refusal(signIn(client, session, BOB.phone, BOB.code))).toBe('SESSION_PASSWORD_NEEDED');
    expect(server.signedIn()).toEqual([]);
    const prove = (password: string) =>
      client.signInWithPassword(credentials, { password: async () => password, onError: async () => true });
    await expect(prove('wrong')).rejects.toThrow('AUTH_USER_CANCEL');
    await prove(BOB.password);
    expect(server.signedIn()).toEqual([BOB.phone]);
  });

  test('goes where its phone lives', async () => {
    const server = await start();
    await signedIn(server, FAR);
    expect(server.requests.filter(({ method }) => method === 'auth.sendCode').map(({ dc }) => dc)).toEqual([2, 4]);
  });

  test('reads the history of a channel backwards, without gaps and repetitions', async () => {
    const server = await start({ channels: [channelWith(250)] });
    const { client } = await signedIn(server);
    const peer = new Api.InputPeerChannel(await inputOf(client, 'Leaks'));
    const read: number[] = [];
    for (let offsetId = 0; ; offsetId = read.at(-1) ?? 0) {
      const page = await client.invoke(
        new Api.messages.GetHistory({
          peer,
          offsetId,
          offsetDate: 0,
          addOffset: 0,
          limit: 100,
          maxId: 0,
          minId: 0,
          hash: helpers.returnBigInt(0),
        }),
      );
      if (!(page instanceof Api.messages.ChannelMessages) || page.messages.length === 0) break;
      expect(page.count).toBe(250);
      read.push(...page.messages.map(({ id }) => id));
    }
    expect(read).toEqual(Array.from({ length: 250 }, (_, at) => 250 - at));
  });

  test('gets the channel of an invitation when it is a member, and otherwise what it could join', async () => {
    const channel = new SimulatedTelegramChannel(1002n, '', 'Insiders', [{ id: 1, date: 1, text: 'x' }]);
    channel.invites.set('AbCdEfGh12345678', 'open').set('old-OLD_old', 'expired');
    const server = await start({ channels: [channel] });
    const { client } = await signedIn(server);
    const check = (hash: string) => client.invoke(new Api.messages.CheckChatInvite({ hash }));
    const outside = await check('AbCdEfGh12345678');
    expect(outside).toBeInstanceOf(Api.ChatInvite);
    expect(outside).toMatchObject({ title: 'Insiders', participantsCount: 0, broadcast: true });
    channel.members.add(ANN.phone);
    const inside = await check('AbCdEfGh12345678');
    if (!(inside instanceof Api.ChatInviteAlready) || !(inside.chat instanceof Api.Channel)) throw new Error('no member');
    expect(inside.chat).toMatchObject({ title: 'Insiders', left: false, username: null });
    const input = new Api.InputChannel({ channelId: inside.chat.id, accessHash: inside.chat.accessHash ?? helpers.returnBigInt(0) });
    const read = () => client.invoke(new Api.channels.GetMessages({ channel: input, id: [new Api.InputMessageID({ id: 1 })] }));
    expect(await read()).toMatchObject({ messages: [{ message: 'x' }] });
    expect(await refusal(check('old-OLD_old'))).toBe('INVITE_HASH_EXPIRED');
    expect(await refusal(check('unknown'))).toBe('INVITE_HASH_INVALID');
    channel.members.clear();
    expect(await refusal(read())).toBe('CHANNEL_PRIVATE');
  });

  test('gets updates of channels that it has joined', async () => {
    const [joined, other] = [channelWith(1), new SimulatedTelegramChannel(1003n, 'other', 'Other')];
    const server = await start({ channels: [joined, other] });
    joined.members.add(ANN.phone);
    const { client } = await signedIn(server);
    const received: (Api.TypeUpdate | Api.TypeUpdates)[] = [];
    client.addEventHandler((update: Api.TypeUpdate | Api.TypeUpdates) => void received.push(update), new Raw({}));
    await client.invoke(new Api.updates.GetState());
    other.post({ id: 1, date: 1, text: 'elsewhere' });
    joined.post({ id: 2, date: 1_700_000_100, text: 'new', from: { id: 5n, name: 'Eve' } });
    joined.edit(1, { text: 'edited' });
    server.push(ANN.phone, { _: 'updateShort', update: { _: 'updateChannelTooLong', channel_id: joined.id }, date: 1 });
    server.push(ANN.phone, { _: 'updatesTooLong' });
    const isLast = () => received.some((update) => update instanceof Api.UpdatesTooLong);
    for (let tries = 0; !isLast() && tries < 100; tries += 1) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(received).toMatchObject([
      { className: 'UpdateNewChannelMessage', message: { message: 'new' }, pts: joined.pts - 1 },
      { className: 'UpdateEditChannelMessage', message: { id: 1, message: 'edited' }, pts: joined.pts },
      { className: 'UpdateChannelTooLong' },
      { className: 'UpdatesTooLong' },
    ]);
  });

  test('receives what changed since a number', async () => {
    const channel = channelWith(3);
    const server = await start({ channels: [channel] });
    const { client } = await signedIn(server);
    const input = new Api.InputChannel(await inputOf(client, 'leaks'));
    const full = await client.invoke(new Api.channels.GetFullChannel({ channel: input }));
    if (!(full.fullChat instanceof Api.ChannelFull)) throw new Error('no channel');
    const { pts } = full.fullChat;
    const filter = new Api.ChannelMessagesFilterEmpty();
    const difference = () => client.invoke(new Api.updates.GetChannelDifference({ channel: input, filter, pts, limit: 100 }));
    expect(await difference()).toBeInstanceOf(Api.updates.ChannelDifferenceEmpty);
    channel.post({ id: 4, date: 1_700_000_100, text: 'new', from: { id: 5n, name: 'Eve' } });
    channel.edit(2, { text: 'edited' });
    channel.remove(1);
    const changed = await difference();
    if (!(changed instanceof Api.updates.ChannelDifference)) throw new Error('no difference');
    expect(changed.newMessages).toMatchObject([{ id: 4, message: 'new' }]);
    expect(changed.otherUpdates).toMatchObject([{ message: { id: 2, message: 'edited' } }, { messages: [1] }]);
    expect(changed.users).toMatchObject([{ firstName: 'Eve' }]);
    channel.forgottenBefore = channel.pts;
    expect(await difference()).toBeInstanceOf(Api.updates.ChannelDifferenceTooLong);
  });

  test('downloads a file in parts, also from another data centre', async () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => (at * 7) % 251);
    const file = { id: 9n, name: 'dump.sql', type: 'text/plain', bytes };
    const channel = channelWith(0);
    channel.post({ id: 1, date: 1, text: 'here', file });
    channel.post({ id: 2, date: 1, text: 'far', file: { ...file, id: 10n, dc: 4 } });
    const server = await start({ channels: [channel] });
    const { client } = await signedIn(server);
    const { messages } = (await client.invoke(
      new Api.channels.GetMessages({
        channel: new Api.InputChannel(await inputOf(client, 'leaks')),
        id: [new Api.InputMessageID({ id: 1 }), new Api.InputMessageID({ id: 2 })],
      }),
    )) as Api.messages.ChannelMessages;
    for (const message of messages) {
      if (!(message instanceof Api.Message) || message.media === undefined) throw new Error('no file');
      expect(await client.downloadMedia(message.media, {})).toEqual(Buffer.from(bytes));
    }
    expect(new Set(server.requests.filter(({ method }) => method === 'upload.getFile').map(({ dc }) => dc))).toEqual(new Set([2, 4]));
  });

  test('receives flood waits, and an error when its session was revoked', async () => {
    const server = await start({ channels: [channelWith(1)] });
    const { client } = await signedIn(server);
    server.flood.next.set('contacts.resolveUsername', 600);
    expect(await refusal(inputOf(client, 'leaks'))).toBe('flood 600');
    server.flood.limits.set('contacts.resolveUsername', { requests: 1, seconds: 100 });
    await inputOf(client, 'leaks');
    expect(await refusal(inputOf(client, 'leaks'))).toBe('flood 100');
    expect(await refusal(inputOf(client, 'nobody_here'))).toMatch(/^flood/);
    server.flood.limits.clear();
    expect(await refusal(inputOf(client, 'nobody_here'))).toBe('USERNAME_NOT_OCCUPIED');
    server.end(ANN.phone, 'SESSION_REVOKED');
    expect(await refusal(inputOf(client, 'leaks'))).toBe('SESSION_REVOKED');
  });
});
