import { type SortedLines, sortLines } from './sorted-lines.ts';

const ADDRESS = /^(?:https?:\/\/)?(?:www\.)?(?:t|telegram)\.me\/(?:s\/)?/i;
/** Telegram's rule for public names; names of four characters are sold. */
const NAME = /^[a-z][a-z0-9_]{3,31}$/i;

/** Public channels by name, `@name` or address; empty entries are left out. Invitation links name no public channel. */
export const readTelegramChannels = (texts: readonly string[]): SortedLines =>
  sortLines(
    texts.flatMap((text) => text.split(/[\s,;]+/)),
    (token) => {
      const name = token.replace(ADDRESS, '').replace(/^@/, '').replace(/\/$/, '');
      return NAME.test(name) ? { ok: name } : { reason: 'channel_invalid' };
    },
  );
