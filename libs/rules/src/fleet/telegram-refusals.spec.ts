import { expect, it } from '@jest/globals';
import { endsTelegramSession, telegramRefusalKind } from './telegram-refusals.ts';

it.each([
  ['SESSION_REVOKED', 'ended', true],
  ['SESSION_PASSWORD_NEEDED', 'ended', true],
  ['AUTH_KEY_UNREGISTERED', 'ended', true],
  ['USER_DEACTIVATED_BAN', 'banned', true],
  ['FROZEN_METHOD_INVALID', 'banned', false],
  ['API_ID_INVALID', 'other', false],
  ['', 'other', false],
] as const)('%s: %s, without a session: %s', (word, kind, isOver) => {
  expect(telegramRefusalKind(word)).toBe(kind);
  expect(endsTelegramSession(word)).toBe(isOver);
});
