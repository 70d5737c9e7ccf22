import type { Locale } from '@leakwatch/vocabulary';

/** Longer names are cut: whoever reads one has to tell whose it is. */
const MAX_NAME = 64;
/** What a person cannot see, or what limitConcurrency the text around it: a name must look like what it is. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{DI}\s]+/gu;
/** Marks that pile up over the lines around. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu;

/** The code of an invite link: 256 bits in base64url. */
export const INVITE_CODE = /^[A-Za-z0-9_-]{43}$/;

export type ChatCommand = { readonly name: 'start'; readonly code: string | null } | { readonly name: 'stop' } | { readonly name: 'other' };

/** What a message asks of the bot. A code of another shape is none. */
export function readCommand(text: string): ChatCommand {
  const [, name, rest = ''] = /^\/(start|stop)(?:@\w{1,64})?(?:\s+(\S{1,200}))?\s*$/i.exec(text.slice(0, 300)) ?? [];
  if (name === undefined || text.length > 300) return { name: 'other' };
  if (name.toLowerCase() === 'stop') return { name: 'stop' };
  return { name: 'start', code: rest === '' ? null : rest };
}

const visible = (text: string) => text.normalize('NFC').replace(UNSEEN, ' ').replace(PILED_MARKS, '$1').trim();

export interface ChatOwner {
  readonly id: number;
  readonly username: string | undefined;
  readonly firstName: string;
  readonly lastName: string;
}

/**
 * How a person knows whose chat wants in: the name with `@`, which is one person's alone, or else what they call
 * themselves with the number of the chat, since anybody may call himself so.
 */
export function handlerOf({ id, username, firstName, lastName }: ChatOwner): string {
  if (username !== undefined && /^\w{1,64}$/.test(username)) return `@${username}`;
  const name = [...visible(`${firstName} ${lastName}`)].slice(0, MAX_NAME).join('').trim();
  return `${name} (id ${id})`.trim();
}

/** The language of somebody who is nobody yet. */
export const localeOf = (code: string | undefined): Locale => (/^(ru|be|uk|kk)\b/i.test(code ?? '') ? 'ru' : 'en');
