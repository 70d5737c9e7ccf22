import { describe, expect, it } from '@jest/globals';
import { TELEGRAM_STATUSES, TELEGRAM_STEPS, TELEGRAM_TRANSITIONS, telegramStatusesFor } from '@leakwatch/vocabulary';
import { handlerOf, INVITE_CODE, localeOf, readCommand } from './chat-message.domain.ts';

describe('statuses of a Telegram chat', () => {
  it('can all be reached from inactive', () => {
    const reached = new Set(['inactive']);
    for (const status of TELEGRAM_STATUSES)
      if (reached.has(status)) for (const next of Object.values(TELEGRAM_TRANSITIONS[status])) reached.add(next);
    expect([...reached].sort()).toEqual([...TELEGRAM_STATUSES].sort());
  });

  it('become active when the person confirms, or when a chat that was active unblocks the bot', () => {
    const ways = TELEGRAM_STATUSES.flatMap((from) =>
      TELEGRAM_STEPS.filter((step) => TELEGRAM_TRANSITIONS[from][step] === 'active').map((step) => `${from} ${step}`),
    );
    expect(ways).toEqual(['authorization confirmed', 'ignore unblocked']);
    expect(telegramStatusesFor('started')).toEqual(['start']);
  });

  it('can be ended by either side from every status', () => {
    for (const status of ['start', 'authorization', 'active', 'ignore'] as const)
      expect(TELEGRAM_TRANSITIONS[status].disabled).toBe('inactive');
    for (const status of ['authorization', 'active', 'ignore'] as const) expect(TELEGRAM_TRANSITIONS[status].stopped).toBe('inactive');
  });
});

describe('the command in a message', () => {
  const code = 'a'.repeat(43);
  it.each([
    ['/start', { name: 'start', code: null }],
    ['/start   ', { name: 'start', code: null }],
    [`/start ${code}`, { name: 'start', code }],
    [`/START@leakwatch_bot ${code}\n`, { name: 'start', code }],
    ['/stop', { name: 'stop' }],
    ['/stop please', { name: 'stop' }],
    ['/startle', { name: 'other' }],
    [`/start ${code} ${code}`, { name: 'other' }],
    [`/start ${'a'.repeat(500)}`, { name: 'other' }],
    [`/start ${code}${' '.repeat(100_000)}`, { name: 'other' }],
    ['hello', { name: 'other' }],
    ['', { name: 'other' }],
    ['\u202e/start', { name: 'other' }],
  ])('%j', (text, command) => {
    expect(readCommand(text)).toEqual(command);
  });

  it('recognises a code by its shape', () => {
    expect(INVITE_CODE.test(code)).toBe(true);
    for (const other of ['', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}'`, `${'a'.repeat(42)}\n`])
      expect(INVITE_CODE.test(other)).toBe(false);
  });
});

describe('the name of a chat', () => {
  const owner = { id: 77, username: undefined, firstName: 'Ирина', lastName: '' };

  it('is the username, which is unique', () => {
    expect(handlerOf({ ...owner, username: 'irina_p' })).toBe('@irina_p');
  });

  it('is the display name with the number when there is no username', () => {
    expect(handlerOf({ ...owner, lastName: 'Петрова' })).toBe('Ирина Петрова (id 77)');
    expect(handlerOf({ ...owner, firstName: '@admin' })).toBe('@admin (id 77)');
  });

  it.each([
    ['\u202eanirI\u202c', 'anirI (id 77)'],
    ['a\u0000b\nc\u200bd', 'a b c d (id 77)'],
    ['\ud800lone', 'lone (id 77)'],
    ['\u3164\u3164', '(id 77)'],
    ['', '(id 77)'],
    [`Z${'\u0301'.repeat(50)}`, 'Ź\u0301\u0301 (id 77)'],
  ])('shows %j as it is', (firstName, shown) => {
    expect(handlerOf({ ...owner, firstName })).toBe(shown);
  });

  it('is cut by characters when it is long', () => {
    expect(handlerOf({ ...owner, firstName: '😀'.repeat(500) })).toBe(`${'😀'.repeat(64)} (id 77)`);
  });

  it('is not a username of an impossible shape', () => {
    expect(handlerOf({ ...owner, username: 'a b<script>' })).toBe('Ирина (id 77)');
  });
});

it('the language follows the language of the app', () => {
  expect(['ru', 'ru-RU', 'en', 'de', '', undefined, 'rue'].map(localeOf)).toEqual(['ru', 'ru', 'en', 'en', 'en', 'en', 'en']);
});
