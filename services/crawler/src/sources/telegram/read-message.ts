import { createHash } from 'node:crypto';
import { isInvitation } from '@leakwatch/rules';
import type { ChannelMessage } from '../../upstreams/telegram/channel-messages.ts';
import { isSmallGroup } from '../../upstreams/telegram/chat-peer.ts';
import type { Reference } from '../unit-source.port.ts';
import { isTextFile } from './text-files.ts';
import { TEXT_MAX } from './telegram-limits.ts';
import type { Hashes, Hint, KnownChannel } from './telegram-state.ts';

/** Names of files are paths of events. */
const NAME_CHARACTERS = 300;

/** The address of a channel for people; that of a private one works for its members. A small group has its invitation alone. */
export const channelUrl = ({ id, name }: KnownChannel): string =>
  `https://t.me/${isInvitation(name) && !isSmallGroup(id) ? `c/${id}` : name}`;
/** Several names and invitations may lead to one channel: what was read for one of them has not met the patterns of the others. */
const keyPrefix = ({ id, name }: KnownChannel): string => `${name}/${id}`;

/** The documents of a message: its text or caption, and its file. A message of an album has its own file. */
export function referencesOf(
  message: ChannelMessage,
  channel: KnownChannel,
  { account, hashes }: { readonly account: string; readonly hashes: Hashes },
): Reference[] {
  const { id, date, file } = message;
  const container = { key: channel.id, title: channel.title, url: channelUrl(channel), owner: channel.name };
  const isSmall = isSmallGroup(channel.id);
  const path = isSmall ? pathInGroup(message) : String(id);
  // In a small group the number of a message is that of one member.
  const author = shownAuthor(isSmall ? { ...message, replyTo: null } : message);
  const about = { message: id, author, date, url: isSmall ? channelUrl(channel) : `${channelUrl(channel)}/${id}` };
  const text = [message.text, message.quote, ...message.links]
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, TEXT_MAX);
  const beside = isSmall ? [message.quote, ...message.links].filter((part) => part !== '') : [];
  // A bot may send messages with the same text and different links in one second: their paths are equal.
  const key = `${keyPrefix(channel)}/${path}${beside.length === 0 ? '' : `/${hashOf(beside.join('\n'))}`}`;
  const named = (hint: Hint, at: string, version: string): Reference => ({ key: at, version, container, hint });
  return [
    ...(text === '' ? [] : [named({ kind: 'text', ...about, path, text }, key, hashOf(text))]),
    ...(file === null
      ? []
      : [
          named(
            {
              kind: 'file',
              ...about,
              path: `${path}/${fileName(file.name, file.id)}`,
              size: file.size,
              isText: isTextFile(file),
              channel,
              hashes,
              seen: { account, location: { id: file.id, accessHash: file.accessHash, reference: file.reference, centre: file.centre } },
            },
            `${key}/file`,
            // A file that is replaced by an edit has another id.
            file.id,
          ),
        ]),
  ];
}

/** Who wrote a message, where it comes from and which one it answers. */
const shownAuthor = ({ author, origin, replyTo }: ChannelMessage): string =>
  [author, origin === '' ? '' : `(forwarded from ${origin})`, replyTo === null ? '' : `(reply to ${replyTo})`]
    .filter((part) => part !== '')
    .join(' ');

/**
 * Each member of a small group has other numbers for its messages, so a message is known by its time, its author and what is in it: it stays the
 * same document when another account goes on. One that was edited is another document.
 */
function pathInGroup({ date, sender, text, file }: ChannelMessage): string {
  const content = createHash('sha256')
    .update(`${sender} ${file?.id ?? ''} ${text}`)
    .digest('hex')
    .slice(0, 12);
  return `${new Date(date * 1000).toISOString().slice(0, 19)}Z-${content}`;
}

/** Equal texts are the same version: reactions and views change a message too. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

const fileName = (name: string, id: string): string =>
  name
    .replaceAll(/[\p{Cc}/\\]+/gu, ' ')
    .trim()
    .slice(0, NAME_CHARACTERS) || id;
