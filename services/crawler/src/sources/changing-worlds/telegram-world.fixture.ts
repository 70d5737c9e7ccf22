import { SimulatedTelegramChannel, type SimulatedTelegramMessage, startTelegram, TelegramRpcError } from '@leakwatch/simulators';
import { TelegramSessions } from '../../upstreams/telegram/telegram-sessions.ts';
import { ANN, API, BOB, NAME, PartsInMemory, post, settingsOf } from '../telegram/telegram-stage.fixture.ts';
import { TelegramSource } from '../telegram/telegram.source.ts';
import type { Fault } from './happenings.fixture.ts';
import { FIRST, firstText, type Shown, type World } from './world.fixture.ts';

/** Telegram answers with errors of its protocol, or not at all. */
export const ERRORS: Readonly<Record<Fault, readonly [number, string]>> = {
  limited: [420, 'FLOOD_WAIT_1'],
  status: [500, 'RPC_CALL_FAIL'],
  cut: [-503, 'Timeout'],
  broken_json: [400, 'SOMETHING_NEW'],
  web_page: [500, 'INTERDC_2_CALL_ERROR'],
};
const USERS = { one: ANN, two: BOB };

let files = 5_000;
export const fileOf = (text: string, at: number) => ({
  id: BigInt((files += 1)),
  name: at % 2 === 0 ? 'dump!/a b.txt' : 'keys.env',
  type: 'text/plain',
  bytes: Buffer.from(text),
  ...(at % 3 === 0 && { dc: 4 }),
});

export async function telegramWorld(): Promise<World> {
  let number = 0;
  const channelOf = (messages: readonly SimulatedTelegramMessage[]) =>
    new SimulatedTelegramChannel(BigInt(1_000 + (number += 1)), NAME, 'Leaks', messages);
  const next = () => (number += 1);
  let channel = channelOf(Array.from({ length: FIRST }, (_, at) => post(at + 1, firstText(at))));
  const server = await startTelegram({ users: [ANN, BOB], api: API, channels: [channel], centres: [2, 4] });
  let fault: Fault | null = null;
  let before = async () => undefined as void;
  server.before = async () => {
    await before();
    if (fault !== null) throw new TelegramRpcError(...ERRORS[fault]);
  };
  const idAfter = () => Math.max(0, ...channel.messages.map(({ id }) => id)) + 1;
  const happens: World['happens'] = (act, at, text) => {
    const one = channel.messages[at % Math.max(1, channel.messages.length)];
    if (act === 'post') channel.post(post(idAfter(), text));
    if (act === 'reply') channel.post(post(idAfter(), 'see', { reply: { to: one?.id ?? 1, quote: text } }));
    if (act === 'service') channel.post(post(idAfter(), '', { isService: true }));
    if (act === 'file') channel.post(post(idAfter(), '', { file: fileOf(text, at) }));
    if (act === 'close') channel.isPrivate = !channel.isPrivate;
    if (act === 'forget') channel.forgottenBefore = channel.pts;
    if (act === 'cut') server.cut();
    if (act === 'references') server.expireFileReferences();
    if (act === 'title') channel.title = `Leaks ${next()}`;
    if (act === 'anew') {
      // Its name is given to another channel.
      channel.username = `former_${next()}`;
      channel = channelOf([post(1, text)]);
      server.channels.push(channel);
    }
    if (one === undefined || one.isService === true) return;
    // One document: what matches in it is one event, which names its first line.
    if (act === 'edit') channel.edit(one.id, one.reply === undefined ? { text } : { reply: { ...one.reply, quote: text } });
    if (act === 'edit file') channel.edit(one.id, { file: fileOf(text, at) });
    if (act === 'remove') channel.remove(one.id);
  };
  return {
    source: new TelegramSource(new TelegramSessions(settingsOf(server)), new PartsInMemory()),
    suffer: (given) => void (fault = given),
    onRequest: (given) => void (before = given),
    accounts: (['one', 'two'] as const).map((login) => {
      const session = server.sessionOf(USERS[login].phone);
      return [login, JSON.stringify({ api_id: API.id, api_hash: API.hash, session })] as const;
    }),
    mayFail: () => channel.isPrivate,
    task: { telegram_channels: [NAME] },
    isStream: false,
    isTitled: false,
    passDays: [0, 1, 1],
    acts: [
      'post',
      'post',
      'reply',
      'service',
      'file',
      'edit',
      'edit',
      'edit file',
      'remove',
      'close',
      'forget',
      'cut',
      'references',
      'title',
      'anew',
    ],
    happens,
    shown: () =>
      channel.isPrivate
        ? []
        : channel.messages.flatMap(({ id, text, reply, file }): Shown[] => {
            const at = (path: string, shown: string): Shown => ({ container: String(channel.id), path, text: shown });
            return [
              at(String(id), text),
              ...(reply?.quote === undefined ? [] : [at(String(id), reply.quote)]),
              ...(file === undefined ? [] : [at(`${id}/${file.name.replace('/', ' ')}`, Buffer.from(file.bytes).toString())]),
            ];
          }),
    close: () => server.close(),
  };
}
