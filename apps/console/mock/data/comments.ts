import type { EventComment } from '@leakwatch/contracts';
import { mockId } from '../ids.ts';

const TEXTS = [
  'The key is from the staging account. I asked the platform team to revoke it.',
  'Отозвали, новый ключ в хранилище.\nПроверьте, пожалуйста, что старый больше не работает.',
  '<b>not markup</b> https://evil.example',
  'Confirmed: 401.',
  'Closing after the next scan.',
] as const;

/** A conversation about an event; the first comment is of the person who is signed in. */
export const makeComments = (event: string, number: number): EventComment[] =>
  TEXTS.slice(0, number).map((text, at) => {
    const written = new Date(Date.UTC(2026, 10, 20, 9, at)).toISOString();
    return {
      id: mockId(20, at + 1),
      event,
      text,
      user: mockId(12, at === 0 ? 1 : 2),
      username: at === 0 ? 'irina' : 'kovalenko',
      created: written,
      updated: at === 1 ? new Date(Date.UTC(2026, 10, 20, 10)).toISOString() : written,
    };
  });
