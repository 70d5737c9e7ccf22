import { describe, expect, test } from '@jest/globals';
import { digestText } from './digest-text.ts';
import { maskText } from './mask-text.domain.ts';

const row = { source: 'git_repo', repository: 'team/billing', path: 'src/app.yml', line: 7 } as const;

describe('a digest', () => {
  test.each([
    [1, 'ru', '1 новое событие'],
    [3, 'ru', '3 новых события'],
    [11, 'ru', '11 новых событий'],
    [1, 'en', '1 new event'],
    [21, 'en', '21 new events'],
  ] as const)('of %i in %s says %s', (count, locale, words) => {
    const { subject, text } = digestText({ title: 'Billing', count, rows: [row] }, locale, 'https://leaks.example/?task=1');
    expect(subject).toContain(words);
    expect(text).toContain(words);
    expect(text).toContain('- Git: team/billing, src/app.yml:7');
    expect(text).toContain('https://leaks.example/?task=1');
    expect(/и ещё|more/.test(text)).toBe(count > 1);
  });
});

describe('a masked text', () => {
  test.each([
    ['https://bot:hunter2@git.example/team', 'https://…@git.example/team'],
    ['keys/ghp_0123456789abcdefABCDEF0123456789.txt', 'keys/ghp_….txt'],
    ['backup/AKIAIOSFODNN7EXAMPLE1', 'backup/AKIA…'],
    ['src/components/authentication/index.ts', 'src/components/authentication/index.ts'],
    ['a\r\nBcc: everybody@corp.example', 'a Bcc: everybody@corp.example'],
    ['report\u202Etxt.exe', 'report txt.exe'],
  ])('%j becomes %j', (text, masked) => expect(maskText(text)).toBe(masked));

  test('is never endless', () => expect(maskText('/a'.repeat(5000)).length).toBeLessThan(200));
});
