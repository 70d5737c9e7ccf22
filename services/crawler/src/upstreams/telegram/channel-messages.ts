import { Api } from 'telegram';

export interface ChannelFile {
  readonly id: string;
  /** Valid for one account, and for a time. */
  readonly accessHash: string;
  readonly reference: string;
  readonly centre: number;
  readonly size: number;
  readonly type: string;
  readonly name: string;
}

/** A post or a message of a channel or group, with what a document is made of. */
export interface ChannelMessage {
  readonly id: number;
  /** Text or caption. */
  readonly text: string;
  /** Addresses behind words of the text and behind buttons. */
  readonly links: readonly string[];
  /** Unix time in seconds. */
  readonly date: number;
  /** Empty where the channel does not show it. */
  readonly author: string;
  /** Id of who wrote it; empty where Telegram does not say. */
  readonly sender: string;
  /** Name of where it was forwarded from; empty where it was not. */
  readonly origin: string;
  /** The message that it answers; null where it answers none, or one of another chat. */
  readonly replyTo: number | null;
  /** What it quotes of the message that it answers, which may be in a chat that nobody here reads. */
  readonly quote: string;
  readonly file: ChannelFile | null;
}

interface Named {
  readonly chats: readonly Api.TypeChat[];
  readonly users: readonly Api.TypeUser[];
}

/** The posts among the messages of an answer; those of Telegram itself (pinned, renamed) are left out. */
export const readMessages = (messages: readonly Api.TypeMessage[], named: Named): ChannelMessage[] =>
  messages.flatMap((message) => (message instanceof Api.Message ? [readMessage(message, named)] : []));

function readMessage(message: Api.Message, named: Named): ChannelMessage {
  const { id, date, fwdFrom } = message;
  return {
    id,
    date,
    text: message.message,
    links: [...linksOf(message.entities), ...buttonsOf(message.replyMarkup)],
    sender: peerId(message.fromId),
    author: message.postAuthor ?? nameOf(message.fromId, named),
    origin:
      fwdFrom instanceof Api.MessageFwdHeader ? (fwdFrom.fromName ?? (nameOf(fwdFrom.fromId, named) || (fwdFrom.postAuthor ?? ''))) : '',
    ...replyOf(message.replyTo),
    file: fileOf(message.media),
  };
}

function replyOf(reply: Api.TypeMessageReplyHeader | undefined): Pick<ChannelMessage, 'replyTo' | 'quote'> {
  if (!(reply instanceof Api.MessageReplyHeader)) return { replyTo: null, quote: '' };
  // The package has null for what is left out.
  const isElsewhere = Boolean(reply.replyToPeerId ?? reply.replyFrom);
  return { replyTo: isElsewhere ? null : (reply.replyToMsgId ?? null), quote: reply.quoteText ?? '' };
}

const linksOf = (entities: readonly Api.TypeMessageEntity[] | undefined): string[] =>
  (entities ?? []).flatMap((entity) => (entity instanceof Api.MessageEntityTextUrl ? [entity.url] : []));

const buttonsOf = (markup: Api.TypeReplyMarkup | undefined): string[] =>
  markup instanceof Api.ReplyInlineMarkup
    ? markup.rows.flatMap(({ buttons }) => buttons.flatMap((button) => (button instanceof Api.KeyboardButtonUrl ? [button.url] : [])))
    : [];

function peerId(peer: Api.TypePeer | undefined): string {
  if (peer instanceof Api.PeerUser) return String(peer.userId);
  const id = peer instanceof Api.PeerChannel ? peer.channelId : peer?.chatId;
  return id === undefined ? '' : `-${id}`;
}

function nameOf(peer: Api.TypePeer | undefined, { chats, users }: Named): string {
  if (peer instanceof Api.PeerUser) {
    const user = users.find((one) => one.id.eq(peer.userId));
    if (!(user instanceof Api.User)) return '';
    return [user.firstName, user.lastName].filter(Boolean).join(' ') || (user.username ?? '');
  }
  const id = peer instanceof Api.PeerChannel ? peer.channelId : peer instanceof Api.PeerChat ? peer.chatId : undefined;
  const chat = id === undefined ? undefined : chats.find((one) => one.id.eq(id));
  return chat instanceof Api.Channel || chat instanceof Api.Chat ? chat.title : '';
}

function fileOf(media: Api.TypeMessageMedia | undefined): ChannelFile | null {
  const document = media instanceof Api.MessageMediaDocument ? media.document : undefined;
  if (!(document instanceof Api.Document)) return null;
  const named = document.attributes.find((attribute) => attribute instanceof Api.DocumentAttributeFilename);
  return {
    id: String(document.id),
    accessHash: String(document.accessHash),
    reference: document.fileReference.toString('base64'),
    centre: document.dcId,
    size: document.size.toJSNumber(),
    type: document.mimeType,
    name: named?.fileName ?? '',
  };
}
