import {
  SimulatedTelegramChannel,
  SimulatedTelegramGroup,
  type SimulatedTelegramMessage,
  startTelegram,
  TelegramRpcError,
} from '@leakwatch/simulators';
import { TelegramSessions } from '../../upstreams/telegram/telegram-sessions.ts';
import { ANN, API, BOB, INVITATION, NAME, PartsInMemory, post, settingsOf } from '../telegram/telegram-stage.fixture.ts';
import { TelegramSource } from '../telegram/telegram.source.ts';
import type { Fault } from './happenings.fixture.ts';
import { membersPool, type Member } from './members-pool.fixture.ts';
import { ERRORS, fileOf } from './telegram-world.fixture.ts';
import { FIRST, firstText, type Shown, type World } from './world.fixture.ts';

export type Chat = 'private channel' | 'group that was upgraded' | 'small group' | 'closed channel';

const CAT = { phone: '79007778899', code: '11111' };
const USERS = { ann: ANN, bob: BOB, cat: CAT };
const LOGINS = ['ann', 'bob', 'cat'] as const;
const HASH = INVITATION.slice(1);

/** A chat that some of three accounts have joined; they leave it, are thrown out, join later, and lose their sessions. */
export async function telegramMembersWorld(kind: Chat): Promise<World> {
  const isPublic = kind === 'closed channel';
  const first = Array.from({ length: FIRST }, (_, at) => post(at + 1, firstText(at)));
  const isGroup = kind === 'small group' || kind === 'group that was upgraded';
  const group = isGroup ? new SimulatedTelegramGroup(900n, 'Leaks', first) : null;
  const channel = new SimulatedTelegramChannel(1_001n, isPublic ? NAME : '', 'Leaks', isGroup ? [] : first, isGroup);
  const chat = () => (group === null || group.upgraded !== null ? channel : group);
  (group ?? channel).invites.set(HASH, 'open');
  for (const login of ['ann', 'bob'] as const) (group ?? channel).members.add(USERS[login].phone);
  const server = await startTelegram({
    users: Object.values(USERS),
    api: API,
    channels: [channel],
    centres: [2, 4],
    ...(group !== null && { groups: [group] }),
  });
  const sessions = new Map<string, string>();
  const signIn = (login: (typeof LOGINS)[number]) => void sessions.set(login, server.sessionOf(USERS[login].phone));
  for (const login of LOGINS) signIn(login);
  const accounts = LOGINS.map(
    (login): Member => ({
      login,
      isBlocked: false,
      waits: 0,
      secret: () => JSON.stringify({ api_id: API.id, api_hash: API.hash, session: sessions.get(login) }),
    }),
  );
  /** By phone: requests that are refused with a wait. */
  const flooded = new Map<string, number>();
  let fault: Fault | null = null;
  let before = async () => undefined as void;
  server.before = async ({ phone }) => {
    await before();
    const left = flooded.get(phone ?? '') ?? 0;
    if (left > 0) {
      flooded.set(phone ?? '', left - 1);
      throw new TelegramRpcError(420, 'FLOOD_WAIT_30');
    }
    if (fault !== null) throw new TelegramRpcError(...ERRORS[fault]);
  };
  let number = 100;
  const add = (message: SimulatedTelegramMessage) => chat().post(message);
  const nextPost = (text: string, more: Partial<SimulatedTelegramMessage> = {}) => add(post((number += 1), text, more));
  const removeFromGroup = (phone: string) => void (group?.members.has(phone) === true && group.remove(phone));
  const happens: World['happens'] = (act, at, text) => {
    const login = LOGINS[at % 3] ?? 'ann';
    const { phone } = USERS[login];
    const messages = chat().messages;
    const one = messages[at % Math.max(1, messages.length)];
    if (act === 'post') nextPost(text);
    if (act === 'file') nextPost('', { file: fileOf(text, at) });
    if (act === 'album') for (const n of [1, 2]) nextPost(n === 1 ? text : '', { album: BigInt(at), file: fileOf(text, at + n) });
    if (act === 'topic') nextPost(text, { reply: { to: 1 } });
    if (act === 'join') chat().join(phone);
    if (act === 'leave') {
      if (chat() === channel) channel.leave(phone);
      else removeFromGroup(phone);
    }
    if (act === 'thrown out') {
      if (chat() === channel) channel.ban(phone);
      else removeFromGroup(phone);
    }
    if (act === 'session') server.end(phone, at % 2 === 0 ? 'SESSION_REVOKED' : 'AUTH_KEY_UNREGISTERED');
    if (act === 'flood') flooded.set(phone, 1 + (at % 3));
    if (act === 'hide') channel.hidesPast = !channel.hidesPast;
    if (act === 'close') channel.isPrivate = !channel.isPrivate;
    if (act === 'references') server.expireFileReferences();
    if (act === 'cut') server.cut();
    if (act === 'forget') channel.forgottenBefore = channel.pts;
    if (act === 'invitation') {
      const { invites } = group ?? channel;
      invites.set(HASH, invites.get(HASH) === 'open' ? 'expired' : 'open');
    }
    if (act === 'upgrade' && group !== null && group.upgraded === null) {
      for (const member of group.members) channel.members.add(member);
      group.upgraded = channel;
    }
    if (one === undefined || one.isService === true) return;
    if (act === 'edit') {
      if (chat() === channel) channel.edit(one.id, { text });
      else group?.edit(one.id, text);
    }
    if (act === 'remove') {
      if (chat() === channel) channel.remove(one.id);
      else group?.delete(one.id);
    }
  };
  /** Accounts that can read it now. */
  const readers = () =>
    LOGINS.map((login) => USERS[login].phone).filter((phone) => (chat() === channel ? channel.isOpenTo(phone) : group?.members.has(phone)));
  return {
    source: new TelegramSource(new TelegramSessions(settingsOf(server)), new PartsInMemory()),
    suffer: (given) => void (fault = given),
    onRequest: (given) => void (before = given),
    accounts: [],
    pool: membersPool(accounts, (login) => {
      const known = LOGINS.find((one) => one === login);
      const account = accounts.find((one) => one.login === login);
      if (known === undefined || account === undefined) return;
      signIn(known);
      account.isBlocked = false;
    }),
    settle: () => {
      (group ?? channel).invites.set(HASH, 'open');
      flooded.clear();
      for (const [at, login] of LOGINS.entries()) {
        signIn(login);
        const account = accounts[at];
        if (account !== undefined) Object.assign(account, { isBlocked: false, waits: 0 });
      }
    },
    mayFail: () => readers().length === 0,
    task: { telegram_channels: [isPublic ? NAME : INVITATION] },
    isStream: false,
    // The path of a message of a small group is not known here.
    isTitled: isGroup,
    passDays: [0, 1, 1],
    acts: [
      ...['post', 'post', 'post', 'file', 'album', 'topic', 'edit', 'edit', 'remove', 'references', 'cut'],
      ...['join', 'join', 'leave', 'thrown out', 'session', 'flood', 'invitation'],
      ...(kind === 'group that was upgraded' ? ['upgrade', 'upgrade'] : []),
      ...(isPublic ? ['close', 'close', 'forget'] : []),
      ...(kind === 'private channel' ? ['hide', 'forget'] : []),
    ],
    happens,
    shown: () => {
      const able = readers();
      if (able.length === 0) return [];
      return [channel, ...(group === null ? [] : [group])].flatMap((one) =>
        one.messages
          .filter(
            ({ id }) =>
              able.every((phone) => one === channel || group?.members.has(phone)) &&
              able.every((phone) => one.seenBy(phone).some((seen) => seen.id === id)),
          )
          .flatMap(({ id, text, file }): Shown[] => {
            const container = one === channel ? String(channel.id) : `-${one.id}`;
            const at = (path: string, shown: string): Shown => ({ container, path: isGroup ? null : path, text: shown });
            return [
              at(String(id), text),
              ...(file === undefined ? [] : [at(`${id}/${file.name.replace('/', ' ')}`, Buffer.from(file.bytes).toString())]),
            ];
          }),
      );
    },
    close: () => server.close(),
  };
}
