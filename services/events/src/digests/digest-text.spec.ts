import { describe, expect, test } from '@jest/globals';
import { MAX_TELEGRAM_TEXT } from '@leakwatch/contracts';
import { SOURCE_NAMES } from '@leakwatch/vocabulary';
import { digestMail, digestMessage } from './digest-text.ts';
import { maskText } from './mask-text.domain.ts';

const links = { events: 'https://leaks.example/?task=1', settings: 'https://leaks.example/settings', stop: null };
const row = { source: 'git_repo', repository: 'team/billing', path: 'src/app.yml', line: 7 } as const;

describe('a digest', () => {
  test.each([
    [1, 'ru', '1 новое событие'],
    [3, 'ru', '3 новых события'],
    [11, 'ru', '11 новых событий'],
    [1, 'en', '1 new event'],
    [21, 'en', '21 new events'],
  ] as const)('of %i in %s says %s', (count, locale, words) => {
    const { subject, text } = digestMail({ title: 'Billing', count, rows: [row] }, locale, links, 'recipient');
    expect(subject).toContain(words);
    expect(text).toContain(words);
    expect(text).toContain(`- ${SOURCE_NAMES[locale].git_repo}: team/billing, src/app.yml:7`);
    expect(text).toContain('https://leaks.example/?task=1');
    expect(/и ещё|more/.test(text)).toBe(count > 1);
  });
});

describe('a mail to a recipient outside the organisation', () => {
  test.each(['ru', 'en'] as const)('in %s has the link that stops the mails; a mail to a subscriber never has', (locale) => {
    const outside = { ...links, stop: 'https://leaks.example/mails?code=x' };
    const content = { title: 'Billing', count: 1, rows: [row] };
    expect(digestMail(content, locale, outside, 'recipient').text).toContain(outside.stop);
    expect(digestMail(content, locale, links, 'recipient').text).not.toContain('/mails');
    expect(digestMail(content, locale, outside, 'subscribed').text).not.toContain('/mails');
  });
});

describe('a message', () => {
  const long = '\u{1F600}'.repeat(1000);
  const full = { ...row, repository: long, path: long };

  test.each(['ru', 'en'] as const)('in %s names places, masked, and leads to the console', (locale) => {
    const text = digestMessage({ title: 'Bill\ning', count: 3, rows: [{ ...row, path: 'backup/AKIAIOSFODNN7EXAMPLE1' }] }, locale, links);
    expect(text).toContain(`- ${SOURCE_NAMES[locale].git_repo}: team/billing, backup/AKIA…:7`);
    expect(text).toContain(locale === 'ru' ? '«Bill ing» найдено: 3 новых события' : '“Bill ing” found 3 new events');
    expect(text).toContain(links.events);
  });

  test.each(['ru', 'en'] as const)('in %s is never longer than Telegram takes, and says how much it leaves out', (locale) => {
    const fits = digestMessage({ title: long, count: 10, rows: Array.from({ length: 10 }, () => full) }, locale, links);
    expect(fits.length).toBeLessThanOrEqual(MAX_TELEGRAM_TEXT);
    expect(fits).not.toMatch(/\p{Surrogate}/u);
    const many = digestMessage({ title: long, count: 40, rows: Array.from({ length: 40 }, () => full) }, locale, links);
    const named = many.match(/^- Git/gm)?.length ?? 0;
    expect(many.length).toBeLessThanOrEqual(MAX_TELEGRAM_TEXT);
    expect(named).toBeGreaterThan(9);
    expect(many).toContain(locale === 'ru' ? `и ещё ${40 - named}` : `and ${40 - named} more`);
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

  test('is not cut in the middle of a character', () => {
    for (const start of ['', 'a']) expect(maskText(start + '\u{1F600}'.repeat(500))).not.toMatch(/\p{Surrogate}/u);
  });

  test('is never endless', () => expect(maskText('/a'.repeat(5000)).length).toBeLessThan(200));
});
