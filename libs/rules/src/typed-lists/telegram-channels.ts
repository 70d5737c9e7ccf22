import { type SortedLines, sortLines } from './sorted-lines.ts';

const ADDRESS = /^(?:https?:\/\/)?(?:www\.)?(?:t|telegram)\.me\/(?:s\/)?/i;
/** Telegram's rule for public names; names of four characters are sold. */
const NAME = /^[a-z][a-z0-9_]{3,31}$/i;
/** An invitation after the address, or as the addresses of Telegram's programs. */
const INVITATION = /^(?:\+|joinchat\/|tg:(?:\/\/)?join\?invite=)([\w-]{10,64})$/i;
/** After the same plus, the address of a person by phone. */
const PHONE = /^\d+$/;

/** A private channel is named by an invitation: a plus and its hash, whose letter case counts. */
export const isInvitation = (channel: string): boolean => channel.startsWith('+');
export const invitationHash = (invitation: string): string => invitation.slice(1);
/** Equal for names of one channel, and for writings of one invitation. */
export const channelKey = (channel: string): string => (isInvitation(channel) ? channel : channel.toLowerCase());
/** As people read it. */
export const channelLabel = (channel: string): string => (isInvitation(channel) ? `t.me/${channel}` : `@${channel}`);

/** Channels: public ones by name, `@name` or address, private ones by an invitation; empty entries are left out. */
export const readTelegramChannels = (texts: readonly string[]): SortedLines =>
  sortLines(
    texts.flatMap((text) => text.split(/[\s,;]+/)),
    (token) => {
      const rest = token.replace(ADDRESS, '').replace(/\/$/, '');
      const [, hash] = INVITATION.exec(rest) ?? [];
      if (hash !== undefined && !PHONE.test(hash)) return { ok: `+${hash}` };
      const name = rest.replace(/^@/, '');
      return NAME.test(name) ? { ok: name } : { reason: 'channel_invalid' };
    },
    channelKey,
  );
