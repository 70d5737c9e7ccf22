import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readDomains } from './domains.ts';
import { DROP_REASONS } from './sorted-lines.ts';
import { readExpressions } from './expressions.ts';
import { readFilterKeywords, readKeywordSet, readMagicKeywords } from './keywords.ts';
import { readRecipients } from './recipients.ts';
import type { SortedLines } from './sorted-lines.ts';
import { readTelegramChannels } from './telegram-channels.ts';

const RULES: readonly (readonly [string, (texts: readonly string[]) => SortedLines])[] = [
  ['domains', readDomains],
  ['magic keywords', readMagicKeywords],
  ['filter keywords', readFilterKeywords],
  ['a keyword set', readKeywordSet],
  ['expressions', readExpressions],
  ['recipients', readRecipients],
  ['channels', readTelegramChannels],
];

/** Text of the kind that the rules are about, with what breaks them. */
const typed = fc.string({ unit: fc.constantFrom(...'abAБяё019-._/@:=+$#^()?i \t\n\r\0'), maxLength: 300 });

describe.each(RULES)('%s', (_, rule) => {
  test('an accepted entry is accepted again unchanged', () => {
    fc.assert(
      fc.property(fc.array(typed), (texts) => {
        const { accepted } = rule(texts);
        expect(rule(accepted)).toEqual({ accepted, dropped: [] });
      }),
    );
  });

  test('a repeated entry adds nothing and is reported as a duplicate', () => {
    fc.assert(
      fc.property(fc.array(typed), (texts) => {
        const once = rule(texts);
        const twice = rule([...once.accepted, ...once.accepted]);
        expect(twice.accepted).toEqual(once.accepted);
        expect(twice.dropped).toEqual(once.accepted.map((text) => ({ text, reason: 'duplicate' })));
      }),
    );
  });

  test('every non-empty entry is accepted or dropped with a reason, and no accepted entry holds a NUL', () => {
    fc.assert(
      fc.property(fc.array(typed), (texts) => {
        const { accepted, dropped } = rule(texts);
        expect(accepted.length + dropped.length === 0).toBe(texts.every((text) => text.split(/[\s,;]+/).every((part) => part === '')));
        for (const { reason } of dropped) expect(DROP_REASONS).toContain(reason);
        for (const text of accepted) expect(text).not.toContain('\0');
      }),
    );
  });
});

const word = (length: number): string => 'x'.repeat(length);
/** Each limit from both sides: the typed text, and the reason for which it is dropped. */
const CASES: readonly (readonly [string, (texts: readonly string[]) => SortedLines, string, string | null])[] = [
  ['a domain may begin with a digit', readDomains, '1corp.example', null],
  ['a domain may begin with @', readDomains, '@corp.example', null],
  ['a domain in Cyrillic', readDomains, 'почта.рф/путь_1', null],
  ['a domain may not begin with a dash', readDomains, '-corp.example', 'domain_characters'],
  ['a domain may not begin with a dot', readDomains, '.corp.example', 'domain_characters'],
  ['a domain may not hold a colon', readDomains, 'corp.example:8080', 'domain_characters'],
  ['128 characters of a domain', readDomains, word(128), null],
  ['129 characters of a domain', readDomains, word(129), 'domain_too_long'],
  ['a word of 3 characters', readMagicKeywords, 'abc', null],
  ['a word of 2 characters', readMagicKeywords, 'abcd ab', 'word_too_short'],
  ['3 words', readMagicKeywords, 'one two three', null],
  ['4 words', readMagicKeywords, 'one two three four', 'too_many_words'],
  ['4 words of which one stands twice', readMagicKeywords, 'one two three ONE', null],
  ['a colon in a magic keyword', readMagicKeywords, 'jdbc:oracle', null],
  ['a colon in a filter keyword', readFilterKeywords, 'jdbc:oracle', 'word_characters'],
  ['an equals sign', readMagicKeywords, 'key=value', 'word_characters'],
  ['a file name', readMagicKeywords, 'filename:.env billing', null],
  ['a file name of 2 characters', readMagicKeywords, 'FileName:.e billing', 'word_too_short'],
  ['two file names', readMagicKeywords, 'filename:.env filename:a.yml', 'several_file_names'],
  ['128 characters of a keyword', readMagicKeywords, `${word(63)} ${'y'.repeat(64)}`, null],
  ['129 characters of a keyword', readMagicKeywords, `${word(64)} ${'y'.repeat(64)}`, 'keyword_too_long'],
  ['a filter of 2 characters', readFilterKeywords, 'ab', 'word_too_short'],
  ['a filter of 3 characters', readFilterKeywords, 'abc', null],
  ['a line of a set of every allowed character', readKeywordSet, '1 Пароль-к_БД v2.0', null],
  ['a line of a set may be one character', readKeywordSet, 'a', null],
  ['a line of a set may not begin with a dash', readKeywordSet, '-token', 'word_characters'],
  ['a line of a set may not begin with a dot', readKeywordSet, '.env', 'word_characters'],
  ['a line of a set may not hold a colon', readKeywordSet, 'jdbc:oracle', 'word_characters'],
  ['a line of a set may not hold a tabulator', readKeywordSet, 'api\tkey', 'word_characters'],
  ['128 characters of a line of a set', readKeywordSet, word(128), null],
  ['129 characters of a line of a set', readKeywordSet, word(129), 'keyword_too_long'],
  ['128 characters of an expression', readExpressions, word(128), null],
  ['129 characters of an expression', readExpressions, word(129), 'expression_too_long'],
  ['delimiters', readExpressions, '/abc[0-9]+/', 'expression_delimiters'],
  ['delimiters and a flag', readExpressions, '/abc[0-9]+/gi', 'expression_delimiters'],
  ['a path is no delimiter', readExpressions, '/etc/passwd[0-9]', null],
  ['a path that ends in letters is none either', readExpressions, '/etc/passwd', null],
  ['inline flags', readExpressions, '(?i)abc', 'expression_flags'],
  ['flags of a group', readExpressions, 'x(?i-s:abc)', 'expression_flags'],
  ['a group without flags', readExpressions, '(?:abc)+', null],
  ['a named group', readExpressions, '(?<key>abc)', null],
  ['an address', readRecipients, 'Ann.Lee+x@Mail.Corp.Example', null],
  ['an address without a dot', readRecipients, 'ann@localhost', 'recipient_invalid'],
  ['an address without a name', readRecipients, '@corp.example', 'recipient_invalid'],
  ['an address too long', readRecipients, `${word(243)}@corp.example`, 'recipient_invalid'],
  ['a channel', readTelegramChannels, '@corp_leaks', null],
  ['a channel by address', readTelegramChannels, 'https://t.me/s/corp_leaks', null],
  ['an invitation', readTelegramChannels, 'https://t.me/+AbCdEf1234567_-8', null],
  ['an invitation of 9 characters', readTelegramChannels, 't.me/+AbCdEf123', 'channel_invalid'],
  ['a person by phone', readTelegramChannels, 'https://t.me/+79001112233', 'channel_invalid'],
  ['a channel of 3 characters', readTelegramChannels, 'abc', 'channel_invalid'],
  ['a channel of 32 characters', readTelegramChannels, word(32), null],
  ['a channel of 33 characters', readTelegramChannels, word(33), 'channel_invalid'],
];

test.each(CASES)('%s', (_, rule, text, reason) => {
  const { accepted, dropped } = rule([text]);
  expect(dropped.map((one) => one.reason)).toEqual(reason === null ? [] : [reason]);
  expect(accepted).toHaveLength(reason === null ? 1 : 0);
});

test('pasted text is split as its rule says, and cleaned', () => {
  expect(readDomains(['corp.example\tmail.corp.example\r\n\r\nCorp.Example']).accepted).toEqual(['corp.example', 'mail.corp.example']);
  expect(readMagicKeywords(['  one   two one \r\nthree\rfour\n']).accepted).toEqual(['one two', 'three', 'four']);
  expect(readKeywordSet([' api key \r\nToken\rtoken\n\n', 'vpn']).accepted).toEqual(['api key', 'Token', 'vpn']);
  expect(readTelegramChannels(['t.me/one_channel, @Two_Channel;', '']).accepted).toEqual(['one_channel', 'Two_Channel']);
  const invitations = ['https://t.me/+AbCdEf1234', 't.me/joinchat/AbCdEf1234', 'tg://join?invite=AbCdEf1234', '+AbCdEf1234', '+abcdef1234'];
  expect(readTelegramChannels([invitations.join(' ')])).toMatchObject({
    accepted: ['+AbCdEf1234', '+abcdef1234'],
    dropped: invitations.slice(1, 4).map((text) => ({ text, reason: 'duplicate' })),
  });
  expect(readExpressions(['Abc[0-9]\nabc[0-9]']).accepted).toEqual(['Abc[0-9]', 'abc[0-9]']);
});
