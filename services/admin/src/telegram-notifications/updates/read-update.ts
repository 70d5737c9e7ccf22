import { z } from 'zod';
import type { RawUpdate } from '../bot/bot-api.ts';
import type { ChatOwner } from './chat-message.domain.ts';

const person = z.object({
  id: z.number().int().positive(),
  is_bot: z.boolean().default(false),
  username: z.string().optional(),
  first_name: z.string().default(''),
  last_name: z.string().default(''),
  language_code: z.string().optional(),
});
/** Private chats only: in a group all members could read a customer's findings. */
const chat = z.object({ id: z.number().int().positive(), type: z.literal('private') });

const message = z.object({ message: z.object({ from: person, chat, text: z.string().default('') }) });
const membership = z.object({
  my_chat_member: z.object({ from: person, chat, new_chat_member: z.object({ status: z.string() }) }),
});

/** An update that the bot reacts to. */
export type BotEvent =
  | { readonly kind: 'text'; readonly text: string; readonly from: ChatOwner; readonly language: string | undefined }
  | { readonly kind: 'blocked' | 'unblocked'; readonly chat: number };

/** null for an update that the bot ignores: of groups, channels and other bots, or of an unknown shape. */
export function readUpdate(update: RawUpdate): BotEvent | null {
  const received = message.safeParse(update);
  if (received.success) {
    const { from, chat: where, text } = received.data.message;
    if (from.is_bot || from.id !== where.id) return null;
    const owner = { id: where.id, username: from.username, firstName: from.first_name, lastName: from.last_name };
    return { kind: 'text', text, from: owner, language: from.language_code };
  }
  const changed = membership.safeParse(update);
  if (!changed.success) return null;
  const { chat: where, new_chat_member: now } = changed.data.my_chat_member;
  if (now.status === 'kicked') return { kind: 'blocked', chat: where.id };
  return now.status === 'member' ? { kind: 'unblocked', chat: where.id } : null;
}
