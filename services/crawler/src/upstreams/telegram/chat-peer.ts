import { Api, helpers } from 'telegram';

/**
 * Small groups ("basic groups") have numbers of their own, without an access hash, and messages that are numbered differently for each
 * member. Their ids begin with a minus here, as in Telegram's apps, so that none equals a channel's.
 */
export const smallGroupId = (id: { toString(): string }): string => `-${id}`;
export const isSmallGroup = (id: string): boolean => id.startsWith('-');

export interface ChatAddress {
  readonly id: string;
  /** Valid for one account alone; empty for a small group. */
  readonly accessHash: string;
}

export const long = (text: string) => helpers.returnBigInt(text);

export const inputPeer = ({ id, accessHash }: ChatAddress): Api.InputPeerChat | Api.InputPeerChannel =>
  isSmallGroup(id)
    ? new Api.InputPeerChat({ chatId: long(id.slice(1)) })
    : new Api.InputPeerChannel({ channelId: long(id), accessHash: long(accessHash) });

export interface FoundChannel extends ChatAddress {
  readonly title: string;
  /** The account has joined it: Telegram sends it updates of the channel. */
  readonly isMember: boolean;
}

/** How an account stands to a small group: it is in it, it is not any more, or the group was upgraded to another chat. */
export type Standing = 'inside' | 'outside' | FoundChannel;

export function standingIn(chat: Api.TypeChat | undefined): Standing {
  if (!(chat instanceof Api.Chat)) return 'outside';
  const { migratedTo: next, title, left } = chat;
  if (next instanceof Api.InputChannel) return { id: String(next.channelId), accessHash: String(next.accessHash), title, isMember: true };
  return left === true ? 'outside' : 'inside';
}

/** What an answer says of the small group that it is about. */
export const standingOf = (id: string, chats: readonly Api.TypeChat[]): Standing =>
  standingIn(chats.find((one) => !(one instanceof Api.Channel || one instanceof Api.ChannelForbidden) && smallGroupId(one.id) === id));
