import type { Locale } from '@leakwatch/vocabulary';

/** Longer names are cut: a person has to recognise the name of a chat. */
const MAX_NAME = 64;
/** Invisible characters, and characters that change the direction of text: they could make a name look like another. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{DI}\s]+/gu;
/** Combining marks that would cover the lines around. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu;

/** The code of an invite link: 256 bits in base64url. */
export const INVITE_CODE = /^[A-Za-z0-9_-]{43}$/;

export type ChatCommand = { readonly name: 'start'; readonly code: string | null } | { readonly name: 'stop' } | { readonly name: 'other' };

/** The command in a message to the bot. */
export function readCommand(text: string): ChatCommand {
  const [, name, rest = ''] = /^\/(start|stop)(?:@\w{1,64})?(?:\s+(\S{1,200}))?\s*$/i.exec(text.slice(0, 300)) ?? [];
  if (name === undefined || text.length > 300) return { name: 'other' };
  if (name.toLowerCase() === 'stop') return { name: 'stop' };
  return { name: 'start', code: rest === '' ? null : rest };
}

const visible = (text: string) => text.normalize('NFC').replace(INVISIBLE, ' ').replace(PILED_MARKS, '$1').trim();

export interface ChatOwner {
  readonly id: number;
  readonly username: string | undefined;
  readonly firstName: string;
  readonly lastName: string;
}

/**
 * The name by which a person recognises a chat: the username with `@`, which is unique, or else the display name with the
 * number of the chat, because display names are not unique.
 */
export function handlerOf({ id, username, firstName, lastName }: ChatOwner): string {
  if (username !== undefined && /^\w{1,64}$/.test(username)) return `@${username}`;
  const name = [...visible(`${firstName} ${lastName}`)].slice(0, MAX_NAME).join('').trim();
  return `${name} (id ${id})`.trim();
}

/** The language for a chat that is not connected, from the language of its Telegram app. */
export const localeOf = (code: string | undefined): Locale => (/^(ru|be|uk|kk)\b/i.test(code ?? '') ? 'ru' : 'en');
