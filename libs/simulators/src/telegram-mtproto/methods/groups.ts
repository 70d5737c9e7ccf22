import { RpcError } from '../rpc-error.ts';
import type { Caller } from '../transport/connection.ts';
import { asList, asLong, asNumber, asObject, type TlObject, type TlValue } from '../tl/values.ts';
import type { SimulatedGroup, SimulatedMessage } from '../world.ts';
import { accessHash, channelShape, inviteShape, messageContent, userShape } from './shapes.ts';

const PAGE_MAX = 100;
type Reader = { readonly phone: string; readonly reference: Buffer };

/** Small groups: their invitations, their history and single messages, by the numbers that the caller has for them. */
export class Groups {
  constructor(
    readonly groups: readonly SimulatedGroup[],
    private readonly reader: (caller: Caller) => Reader,
  ) {}

  /** The answer to an invitation; undefined where it is not a group's. */
  invite(hash: string, { authorisation }: Caller): TlObject | undefined {
    const group = this.groups.find(({ invites }) => invites.has(hash));
    if (group === undefined) return undefined;
    if (group.invites.get(hash) === 'expired') throw new RpcError(400, 'INVITE_HASH_EXPIRED');
    const phone = authorisation.phone ?? '';
    const { upgraded } = group;
    if (upgraded?.banned.has(phone) === true) throw new RpcError(400, 'INVITE_HASH_EXPIRED');
    // Someone who joined after the upgrade knows the large group alone.
    if (upgraded !== null && !group.members.has(phone))
      return upgraded.members.has(phone) ? { _: 'chatInviteAlready', chat: channelShape(upgraded, phone) } : inviteShape(upgraded);
    if (group.members.has(phone)) return { _: 'chatInviteAlready', chat: shapeOf(group, phone) };
    const { title, members } = group;
    return { _: 'chatInvite', title, photo: { _: 'photoEmpty', id: 0n }, participants_count: members.size, color: 0 };
  }

  history(request: TlObject, caller: Caller): TlObject {
    const reader = this.reader(caller);
    const id = asLong(asObject(request.peer).chat_id);
    const group = this.groups.find((one) => one.id === id);
    if (group === undefined || !(group.members.has(reader.phone) || group.removed.has(reader.phone)))
      throw new RpcError(400, 'PEER_ID_INVALID');
    const before = asNumber(request.offset_id);
    const seen = group.seenBy(reader.phone);
    const all = seen.filter((message) => before === 0 || group.numberFor(reader.phone, message.id) < before);
    const page = all.slice(-Math.min(PAGE_MAX, asNumber(request.limit))).reverse();
    const listed = this.listed(group, page, reader);
    // A part says how many there are.
    return page.length === seen.length
      ? { _: 'messages.messages', ...listed }
      : { _: 'messages.messagesSlice', count: seen.length, ...listed };
  }

  /** Messages by number, of all groups: the numbers are those of the account. */
  messages(request: TlObject, caller: Caller): TlObject {
    const reader = this.reader(caller);
    const numbers = asList(request.id).map((one) => asNumber(asObject(one).id));
    const open = this.groups.filter(({ members }) => members.has(reader.phone));
    const found = numbers.map((number) => {
      const [group] = open.filter((one) => one.seenBy(reader.phone).some(({ id }) => one.numberFor(reader.phone, id) === number));
      const message = group?.messages.find(({ id }) => group.numberFor(reader.phone, id) === number);
      return group !== undefined && message !== undefined ? messageShapeOf(group, message, reader) : { _: 'messageEmpty', id: number };
    });
    return { _: 'messages.messages', messages: found, chats: open.map((group) => shapeOf(group, reader.phone)), users: [], topics: [] };
  }

  update(group: SimulatedGroup, message: SimulatedMessage, kind: 'new' | 'edited', reader: Reader): TlObject {
    const update = {
      _: kind === 'new' ? 'updateNewMessage' : 'updateEditMessage',
      message: messageShapeOf(group, message, reader),
      pts: 1,
      pts_count: 1,
    };
    return {
      _: 'updates',
      updates: [update],
      users: usersOf([message]),
      chats: [shapeOf(group, reader.phone)],
      date: message.date,
      seq: 0,
    };
  }

  private listed(group: SimulatedGroup, page: readonly SimulatedMessage[], reader: Reader) {
    const { upgraded } = group;
    const chats = [shapeOf(group, reader.phone), ...(upgraded === null ? [] : [channelShape(upgraded, reader.phone)])];
    return { messages: page.map((message) => messageShapeOf(group, message, reader)), chats, users: usersOf(page), topics: [] };
  }
}

function shapeOf({ id, title, members, removed, upgraded }: SimulatedGroup, phone: string): TlObject {
  if (removed.has(phone)) return { _: 'chatForbidden', id, title };
  const next: Record<string, TlValue> =
    upgraded === null ? {} : { migrated_to: { _: 'inputChannel', channel_id: upgraded.id, access_hash: accessHash(upgraded.id, phone) } };
  const numbers = { participants_count: members.size, date: 1_600_000_000, version: 1 };
  return { _: 'chat', deactivated: upgraded !== null, id, title, photo: { _: 'chatPhotoEmpty' }, ...numbers, ...next };
}

const messageShapeOf = (group: SimulatedGroup, message: SimulatedMessage, reader: Reader): TlObject => {
  const common = { id: group.numberFor(reader.phone, message.id), peer_id: { _: 'peerChat', chat_id: group.id }, date: message.date };
  return messageContent(common, message, reader);
};

const usersOf = (messages: readonly SimulatedMessage[]): TlObject[] =>
  [...new Map(messages.flatMap(({ from }) => (from === undefined ? [] : [[from.id, from] as const]))).values()].map(userShape);
