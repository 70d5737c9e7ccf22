import { Api } from 'telegram';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import { type ChannelMessage, readMessages } from './channel-messages.ts';
import {
  type ChatAddress,
  type FoundChannel,
  inputPeer,
  isSmallGroup,
  long,
  smallGroupId,
  type Standing,
  standingIn,
  standingOf,
} from './chat-peer.ts';
import type { TelegramSession } from './telegram-session.ts';

/** A page of a channel's past, the newest first. */
export interface HistoryPage {
  readonly messages: readonly ChannelMessage[];
  /** Messages in the answer, with those that are no posts. */
  readonly size: number;
  readonly lowest: number;
  readonly highest: number;
  /** Messages that the channel has. */
  readonly count: number;
  /** Of the account in a small group; inside where a channel is open to it. */
  readonly standing: Standing;
}

/** What changed since a number; null when Telegram no longer knows, with the number to go on from. */
export interface ChannelDifference {
  readonly messages: readonly ChannelMessage[] | null;
  readonly pts: number;
  readonly isLast: boolean;
}

interface FullChannel {
  /** Number of the last change. */
  readonly pts: number;
  /** Those that lead to it. */
  readonly names: readonly string[];
  /** Id of the small group that was upgraded to it. */
  readonly smallGroup: string | null;
}

const broken = (text: string): UpstreamError => new UpstreamError('broken_answer', { text });

/** The requests with which a channel is read. They throw what the package throws. */
export class ChannelReader {
  constructor(private readonly session: TelegramSession) {}

  /** @throws UpstreamError query_refused where the name is a person's or a bot's */
  async resolve(username: string): Promise<FoundChannel> {
    const { peer, chats } = await this.session.call(new Api.contacts.ResolveUsername({ username }));
    const found = chats.find((chat) => peer instanceof Api.PeerChannel && chat instanceof Api.Channel && chat.id.eq(peer.channelId));
    if (!(found instanceof Api.Channel) || !found.accessHash)
      throw new UpstreamError('query_refused', { code: 'channel_not_found', text: 'the name is not a channel’s' });
    return foundChannel(found, found.accessHash);
  }

  /** The channel of an invitation; null where the account is no member. It never joins. @throws UpstreamError out_of_reach */
  async invited(hash: string): Promise<FoundChannel | null> {
    const found = await this.session.call(new Api.messages.CheckChatInvite({ hash }));
    if (!(found instanceof Api.ChatInviteAlready)) return null;
    const { chat } = found;
    if (chat instanceof Api.Channel && chat.accessHash) return foundChannel(chat, chat.accessHash);
    if (!(chat instanceof Api.Chat))
      throw new UpstreamError('out_of_reach', { code: 'invite_invalid', text: 'the invitation is not a channel’s' });
    const standing = standingIn(chat);
    if (standing === 'outside') return null;
    return standing === 'inside' ? { id: smallGroupId(chat.id), accessHash: '', title: chat.title, isMember: true } : standing;
  }

  /** What Telegram says of a channel; a small group has no numbers of changes and no names. */
  async full(channel: ChatAddress): Promise<FullChannel> {
    if (isSmallGroup(channel.id)) return { pts: 0, names: [], smallGroup: null };
    const { fullChat, chats } = await this.session.call(new Api.channels.GetFullChannel({ channel: input(channel) }));
    if (!(fullChat instanceof Api.ChannelFull)) throw broken('the channel has another shape');
    const { pts, migratedFromChatId: from } = fullChat;
    const names = chats.flatMap((chat) => (String(chat.id) === channel.id ? namesOf(chat) : []));
    return { pts, names, smallGroup: from ? smallGroupId(from) : null };
  }

  /** @param before id of a message; 0 for the newest */
  async history(address: ChatAddress, before: number, limit: number): Promise<HistoryPage> {
    const rest = { offsetDate: 0, addOffset: 0, maxId: 0, minId: 0, hash: long('0') };
    const page = await this.session.call(new Api.messages.GetHistory({ peer: inputPeer(address), offsetId: before, limit, ...rest }));
    const isGroup = isSmallGroup(address.id);
    if (page instanceof Api.messages.MessagesNotModified || isGroup === page instanceof Api.messages.ChannelMessages)
      throw broken('the history has another shape');
    const ids = page.messages.map((message) => message.id);
    if (before > 0 && ids.some((one) => one >= before)) throw broken('the history does not go back');
    return {
      messages: readMessages(page.messages, page),
      size: ids.length,
      lowest: Math.min(...ids),
      highest: Math.max(0, ...ids),
      // All of them, where the answer is no part.
      count: page instanceof Api.messages.Messages ? ids.length : page.count,
      standing: isGroup ? standingOf(address.id, page.chats) : 'inside',
    };
  }

  async difference(channel: ChatAddress, pts: number, limit: number): Promise<ChannelDifference> {
    const filter = new Api.ChannelMessagesFilterEmpty();
    const found = await this.session.call(new Api.updates.GetChannelDifference({ channel: input(channel), filter, pts, limit }));
    if (found instanceof Api.updates.ChannelDifferenceEmpty) return { messages: [], pts: found.pts, isLast: true };
    if (found instanceof Api.updates.ChannelDifferenceTooLong) {
      const next = found.dialog instanceof Api.Dialog ? found.dialog.pts : undefined;
      if (next === undefined) throw broken('a difference without a number');
      return { messages: null, pts: next, isLast: true };
    }
    const edited = found.otherUpdates.flatMap((update) => (update instanceof Api.UpdateEditChannelMessage ? [update.message] : []));
    const messages = readMessages([...found.newMessages, ...edited], found);
    return { messages, pts: found.pts, isLast: found.final === true };
  }

  /** undefined where the message was deleted. */
  async message(channel: ChatAddress, id: number): Promise<ChannelMessage | undefined> {
    const ids = { id: [new Api.InputMessageID({ id })] };
    const found = await this.session.call(
      isSmallGroup(channel.id) ? new Api.messages.GetMessages(ids) : new Api.channels.GetMessages({ channel: input(channel), ...ids }),
    );
    if (found instanceof Api.messages.MessagesNotModified) throw broken('a message without its text');
    return readMessages(found.messages, found)[0];
  }
}

const foundChannel = ({ id, title, left }: Api.Channel, accessHash: NonNullable<Api.Channel['accessHash']>): FoundChannel => ({
  id: String(id),
  accessHash: String(accessHash),
  title,
  isMember: left !== true,
});

/** The package has null for what is left out. Names that their owner has turned off lead nowhere. */
const namesOf = (chat: Api.TypeChat): string[] =>
  chat instanceof Api.Channel
    ? [chat.username, ...(chat.usernames ?? []).map(({ active, username }) => (active === true ? username : null))].flatMap(
        (name) => name ?? [],
      )
    : [];

const input = ({ id, accessHash }: ChatAddress) => new Api.InputChannel({ channelId: long(id), accessHash: long(accessHash) });
