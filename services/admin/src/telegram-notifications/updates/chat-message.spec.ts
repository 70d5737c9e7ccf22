import { describe, expect, it } from '@jest/globals';
import { TELEGRAM_STATUSES, TELEGRAM_STEPS, TELEGRAM_TRANSITIONS, telegramStatusesFor } from '@leakwatch/vocabulary';
import { handlerOf, INVITE_CODE, localeOf, readCommand } from './chat-message.domain.ts';

describe('states of the Telegram notifications', () => {
  it('are reached from inactive, all of them', () => {
    const reached = new Set(['inactive']);
    for (const status of TELEGRAM_STATUSES)
      if (reached.has(status)) for (const next of Object.values(TELEGRAM_TRANSITIONS[status])) reached.add(next);
    expect([...reached].sort()).toEqual([...TELEGRAM_STATUSES].sort());
  });

  it('become active by the word of the person, or when a chat that was active lets the bot in again', () => {
    const ways = TELEGRAM_STATUSES.flatMap((from) =>
      TELEGRAM_STEPS.filter((step) => TELEGRAM_TRANSITIONS[from][step] === 'active').map((step) => `${from} ${step}`),
    );
    expect(ways).toEqual(['authorization confirmed', 'ignore unblocked']);
    expect(telegramStatusesFor('started')).toEqual(['start']);
  });

  it('end at a word of either side, from everywhere', () => {
    for (const status of ['start', 'authorization', 'active', 'ignore'] as const)
      expect(TELEGRAM_TRANSITIONS[status].disabled).toBe('inactive');
    for (const status of ['authorization', 'active', 'ignore'] as const) expect(TELEGRAM_TRANSITIONS[status].stopped).toBe('inactive');
  });
});

describe('what a message asks', () => {
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

  it('knows a code by its shape', () => {
    expect(INVITE_CODE.test(code)).toBe(true);
    for (const other of ['', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}'`, `${'a'.repeat(42)}\n`])
      expect(INVITE_CODE.test(other)).toBe(false);
  });
});

describe('whose chat it is', () => {
  const owner = { id: 77, username: undefined, firstName: 'Ирина', lastName: '' };

  it('is told by the name that is theirs alone', () => {
    expect(handlerOf({ ...owner, username: 'irina_p' })).toBe('@irina_p');
  });

  it('is told by what they call themselves and the number otherwise', () => {
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

  it('is cut where it is long, by characters', () => {
    expect(handlerOf({ ...owner, firstName: '😀'.repeat(500) })).toBe(`${'😀'.repeat(64)} (id 77)`);
  });

  it('no username that cannot be one', () => {
    expect(handlerOf({ ...owner, username: 'a b<script>' })).toBe('Ирина (id 77)');
  });
});

it('speaks Russian to those whose program does', () => {
  expect(['ru', 'ru-RU', 'en', 'de', '', undefined, 'rue'].map(localeOf)).toEqual(['ru', 'ru', 'en', 'en', 'en', 'en', 'en']);
});
