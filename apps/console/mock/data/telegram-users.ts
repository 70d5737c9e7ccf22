import type { TelegramUser } from '@leakwatch/contracts';
import { minutesAgo, mockId } from '../ids.ts';
import { ORGANISATION } from './tasks.ts';

const LOOKS: readonly Pick<TelegramUser, 'status' | 'ignored_by'>[] = [
  { status: 'active', ignored_by: null },
  { status: 'start', ignored_by: null },
  { status: 'authorization', ignored_by: null },
  { status: 'ignore', ignored_by: 'chat' },
  { status: 'ignore', ignored_by: 'staff' },
  { status: 'inactive', ignored_by: null },
];
const NAMES = ['@irina_p', '', 'Ольга Константинопольская (id 5003)', '@pavel', '@oleg_with_a_rather_long_name_in_telegram', ''];

/** Each status, and more than a page of active ones. */
export const makeTelegramUsers = (filled: boolean): readonly TelegramUser[] =>
  Array.from({ length: filled ? 28 : 0 }, (_, at) => {
    const look = LOOKS[at] ?? { status: 'active', ignored_by: null };
    const hasChat = look.status !== 'start' && look.status !== 'inactive';
    const chat = hasChat ? String(5_001 + at) : null;
    return {
      id: mockId(50, at),
      ...look,
      company: at === 3 ? null : { id: ORGANISATION.id, name: ORGANISATION.name },
      user: { id: mockId(12, at + 1), email: `person-${at}@corp.example` },
      telegramUsername: hasChat ? (NAMES[at] ?? `@person_${at}`) : null,
      telegramUserId: chat,
      telegramChatId: chat,
      changed: minutesAgo(60 * at),
    };
  });
