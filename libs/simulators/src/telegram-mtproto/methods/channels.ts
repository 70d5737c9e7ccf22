import { randomBytes } from 'node:crypto';
import { RpcError } from '../rpc-error.ts';
import type { Caller } from '../transport/connection.ts';
import { asBytes, asList, asLong, asNumber, asObject, asText, type TlObject, type TlValue } from '../tl/values.ts';
import type { SimulatedChange, SimulatedChannel, SimulatedFile, SimulatedGroup, SimulatedMessage } from '../world.ts';
import { Groups } from './groups.ts';
import { accessHash, channelShape, fileHash, inviteShape, messageShape, userShape } from './shapes.ts';

const PAGE_MAX = 100;
const NAME = /^[a-z][a-z0-9_]{3,31}$/i;
const HOME = 2;
/** Parts of a file are whole multiples of this, inside one mebibyte. */
const PART_UNIT = 4096;
const PART_BORDER = 1024 * 1024;

/** Reading channels: by name, backwards, by what changed, and the files of their messages. */
export class Channels {
  /** Of every file; a client that has an older one must fetch the message again. */
  private reference = randomBytes(12);

  readonly groups: Groups;

  constructor(
    readonly channels: SimulatedChannel[],
    groups: readonly SimulatedGroup[] = [],
  ) {
    this.groups = new Groups(groups, (caller) => this.reader(caller));
  }

  expireFileReferences(): void {
    this.reference = randomBytes(12);
  }

  resolve(request: TlObject, { authorisation }: Caller): TlObject {
    const name = asText(request.username);
    if (!NAME.test(name)) throw new RpcError(400, 'USERNAME_INVALID');
    const channel = this.channels.find(({ username }) => username !== '' && username.toLowerCase() === name.toLowerCase());
    if (channel === undefined) throw new RpcError(400, 'USERNAME_NOT_OCCUPIED');
    const chats = [channelShape(channel, authorisation.phone ?? '')];
    return { _: 'contacts.resolvedPeer', peer: { _: 'peerChannel', channel_id: channel.id }, chats, users: [] };
  }

  /** The channel of an invitation, to its members; to others what they could join. */
  checkInvite(request: TlObject, caller: Caller): TlObject {
    const { authorisation } = caller;
    const hash = asText(request.hash);
    if (hash === '') throw new RpcError(400, 'INVITE_HASH_EMPTY');
    const ofGroup = this.groups.invite(hash, caller);
    if (ofGroup !== undefined) return ofGroup;
    const channel = this.channels.find(({ invites }) => invites.has(hash));
    if (channel === undefined) throw new RpcError(400, 'INVITE_HASH_INVALID');
    const phone = authorisation.phone ?? '';
    // Those who were thrown out get the same answer.
    if (channel.invites.get(hash) === 'expired' || channel.banned.has(phone)) throw new RpcError(400, 'INVITE_HASH_EXPIRED');
    return channel.members.has(phone) ? { _: 'chatInviteAlready', chat: channelShape(channel, phone) } : inviteShape(channel);
  }

  full(request: TlObject, caller: Caller): TlObject {
    const channel = this.find(request.channel, caller);
    const settings = { _: 'peerNotifySettings' };
    const counts = { read_inbox_max_id: 0, read_outbox_max_id: 0, unread_count: 0 };
    const photo = { _: 'photoEmpty', id: 0n };
    const hidden = channel.hiddenUpTo.get(caller.authorisation.phone ?? '') ?? 0;
    const former = this.groups.groups.find(({ upgraded }) => upgraded === channel);
    const full = {
      id: channel.id,
      about: '',
      ...counts,
      chat_photo: photo,
      notify_settings: settings,
      bot_info: [],
      pts: channel.pts,
      ...(channel.hidesPast && { hidden_prehistory: true }),
      ...(former !== undefined && { migrated_from_chat_id: former.id, migrated_from_max_id: former.messages.at(-1)?.id ?? 0 }),
      ...(hidden > 0 && { available_min_id: hidden }),
    };
    return { _: 'messages.chatFull', full_chat: { _: 'channelFull', ...full }, ...this.shapes(channel, [], caller) };
  }

  history(request: TlObject, caller: Caller): TlObject {
    if (asObject(request.peer)._ === 'inputPeerChat') return this.groups.history(request, caller);
    const channel = this.find(request.peer, caller);
    const before = asNumber(request.offset_id);
    const seen = channel.seenBy(caller.authorisation.phone ?? '');
    const end = before > 0 ? firstFrom(seen, before) : seen.length;
    const to = Math.max(0, end - asNumber(request.add_offset));
    const limit = Math.min(PAGE_MAX, asNumber(request.limit));
    const page = seen.slice(Math.max(0, to - limit), to).reverse();
    const [above, below] = [asNumber(request.min_id), asNumber(request.max_id)];
    return this.listed(
      channel,
      page.filter(({ id }) => id > above && (below === 0 || id < below)),
      caller,
    );
  }

  messages(request: TlObject, caller: Caller): TlObject {
    const channel = this.find(request.channel, caller);
    const ids = asList(request.id).map((one) => asNumber(asObject(one).id));
    const seen = channel.seenBy(caller.authorisation.phone ?? '');
    const found = ids.map((id) => seen.find((message) => message.id === id));
    const listed = this.listed(
      channel,
      found.filter((message) => message !== undefined),
      caller,
    );
    const gone = ids.filter((_, at) => found[at] === undefined).map((id) => ({ _: 'messageEmpty', id }));
    return { ...listed, messages: [...asList(listed.messages), ...gone] };
  }

  /** What changed since a number, at most `limit` changes at a time. */
  difference(request: TlObject, caller: Caller): TlObject {
    const channel = this.find(request.channel, caller);
    const since = asNumber(request.pts);
    const limit = Math.max(1, asNumber(request.limit));
    if (since > channel.pts || since <= 0) throw new RpcError(400, 'PERSISTENT_TIMESTAMP_INVALID');
    if (since < channel.forgottenBefore) return this.tooLong(channel, caller);
    const later = channel.changes.filter(({ pts }) => pts > since);
    const some = later.slice(0, limit);
    const pts = some.at(-1)?.pts ?? channel.pts;
    if (some.length === 0) return { _: 'updates.channelDifferenceEmpty', final: true, pts };
    const seen = channel.seenBy(caller.authorisation.phone ?? '');
    const shape = (id: number): TlObject[] => {
      const message = seen.find((one) => one.id === id);
      return message === undefined ? [] : [messageShape(channel, message, this.reader(caller))];
    };
    const created = some.filter(({ kind }) => kind === 'new').flatMap(({ id }) => shape(id));
    const counted = (change: { pts: number }) => ({ pts: change.pts, pts_count: 1 });
    const updates = some.flatMap((change): TlObject[] => {
      if (change.kind === 'gone')
        return [{ _: 'updateDeleteChannelMessages', channel_id: channel.id, messages: [change.id], ...counted(change) }];
      if (change.kind === 'new') return [];
      return shape(change.id).map((message) => ({ _: 'updateEditChannelMessage', message, ...counted(change) }));
    });
    const people = some.flatMap(({ id }) => channel.message(id) ?? []);
    const more = { final: some.length === later.length, pts, new_messages: created, other_updates: updates };
    return { _: 'updates.channelDifference', ...more, ...this.shapes(channel, people, caller) };
  }

  /** The update of a change that is pushed to a member. */
  update(channel: SimulatedChannel, { kind, id, pts }: SimulatedChange, phone: string): TlObject {
    const message = channel.message(id);
    const reader = { phone, reference: this.reference };
    const counted = { pts, pts_count: 1 };
    const update: TlObject =
      kind === 'gone' || message === undefined
        ? { _: 'updateDeleteChannelMessages', channel_id: channel.id, messages: [id], ...counted }
        : {
            _: kind === 'new' ? 'updateNewChannelMessage' : 'updateEditChannelMessage',
            message: messageShape(channel, message, reader),
            ...counted,
          };
    const users = message?.from === undefined ? [] : [userShape(message.from)];
    return { _: 'updates', updates: [update], users, chats: [channelShape(channel, phone)], date: Math.floor(Date.now() / 1000), seq: 0 };
  }

  file(request: TlObject, caller: Caller): TlObject {
    const location = asObject(request.location);
    const file = [...this.channels, ...this.groups.groups]
      .flatMap(({ messages }) => messages.flatMap((one) => one.file ?? []))
      .find(({ id }) => id === asLong(location.id));
    if (file === undefined || asLong(location.access_hash) !== fileHash(file.id, caller.authorisation.phone ?? ''))
      throw new RpcError(400, 'LOCATION_INVALID');
    if (!asBytes(location.file_reference).equals(this.reference)) throw new RpcError(400, 'FILE_REFERENCE_EXPIRED');
    if ((file.dc ?? HOME) !== caller.dc) throw new RpcError(303, `FILE_MIGRATE_${file.dc ?? HOME}`);
    return {
      _: 'upload.file',
      type: { _: 'storage.fileUnknown' },
      mtime: 0,
      bytes: part(file, Number(asLong(request.offset)), asNumber(request.limit)),
    };
  }

  private tooLong(channel: SimulatedChannel, caller: Caller): TlObject {
    const top = channel.messages.at(-1);
    const counts = { read_inbox_max_id: 0, read_outbox_max_id: 0, unread_count: 0, unread_mentions_count: 0, unread_reactions_count: 0 };
    const peer = { _: 'peerChannel', channel_id: channel.id };
    const dialog = {
      _: 'dialog',
      peer,
      top_message: top?.id ?? 0,
      ...counts,
      notify_settings: { _: 'peerNotifySettings' },
      pts: channel.pts,
    };
    const messages = top === undefined ? [] : [messageShape(channel, top, this.reader(caller))];
    return {
      _: 'updates.channelDifferenceTooLong',
      final: true,
      dialog,
      messages,
      ...this.shapes(channel, top === undefined ? [] : [top], caller),
    };
  }

  private find(peer: TlValue, { authorisation }: Caller): SimulatedChannel {
    const named = asObject(peer);
    const channel = this.channels.find(({ id }) => id === asLong(named.channel_id));
    if (channel === undefined || asLong(named.access_hash) !== accessHash(channel.id, authorisation.phone ?? ''))
      throw new RpcError(400, 'CHANNEL_INVALID');
    if (!channel.isOpenTo(authorisation.phone ?? '')) throw new RpcError(400, 'CHANNEL_PRIVATE');
    return channel;
  }

  private listed(channel: SimulatedChannel, page: readonly SimulatedMessage[], caller: Caller): TlObject {
    const messages = page.map((message) => messageShape(channel, message, this.reader(caller)));
    const count = channel.seenBy(caller.authorisation.phone ?? '').length;
    return { _: 'messages.channelMessages', pts: channel.pts, count, messages, topics: [], ...this.shapes(channel, page, caller) };
  }

  private shapes(channel: SimulatedChannel, messages: readonly SimulatedMessage[], { authorisation }: Caller) {
    const people = new Map(messages.flatMap(({ from }) => (from === undefined ? [] : [[from.id, from] as const])));
    return { chats: [channelShape(channel, authorisation.phone ?? '')], users: [...people.values()].map(userShape) };
  }

  /** The update of a small group's message that is pushed to a member. */
  groupUpdate = (group: SimulatedGroup, message: SimulatedMessage, kind: 'new' | 'edited', phone: string): TlObject =>
    this.groups.update(group, message, kind, { phone, reference: this.reference });

  private reader = ({ authorisation }: Caller) => ({ phone: authorisation.phone ?? '', reference: this.reference });
}

/** Index of the first message with this number or a higher one. */
function firstFrom(messages: readonly SimulatedMessage[], id: number): number {
  let [low, high] = [0, messages.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((messages[middle]?.id ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

function part({ bytes }: SimulatedFile, offset: number, limit: number): Uint8Array {
  const isWhole = offset % PART_UNIT === 0 && limit % PART_UNIT === 0 && limit > 0 && limit <= PART_BORDER;
  if (!isWhole) throw new RpcError(400, 'LIMIT_INVALID');
  if (Math.floor(offset / PART_BORDER) !== Math.floor((offset + limit - 1) / PART_BORDER)) throw new RpcError(400, 'OFFSET_INVALID');
  return bytes.subarray(offset, offset + limit);
}
