import type { DropReason } from '@leakwatch/rules';

/** What is typed into a list of the form, one side of a limit and the other, and what comes of it (docs/behaviour/tasks.md). */
export interface ListCase {
  readonly list: 'public_domain' | 'internal_domain' | 'keyword' | 'regex' | 'filter';
  readonly typed: readonly string[];
  readonly kept: readonly string[];
  readonly dropped: readonly (readonly [text: string, reason: DropReason])[];
}

const LONGEST = 'k'.repeat(128);
const DOMAINS: Omit<ListCase, 'list'> = {
  typed: [
    'corp.example @corp.example 1corp.example',
    'кремль.рф',
    'a/b_c-d.example',
    LONGEST,
    '-corp .corp co#rp',
    `${LONGEST}k`,
    'CORP.example',
  ],
  kept: ['corp.example', '@corp.example', '1corp.example', 'кремль.рф', 'a/b_c-d.example', LONGEST],
  dropped: [
    ['-corp', 'domain_characters'],
    ['.corp', 'domain_characters'],
    ['co#rp', 'domain_characters'],
    [`${LONGEST}k`, 'domain_too_long'],
    ['CORP.example', 'duplicate'],
  ],
};
const WORDS: Omit<ListCase, 'list'> = {
  typed: ['abc', 'ab', 'one two three', 'one two three four', 'vpn vpn key', LONGEST, `${LONGEST}k`, 'pass#word', 'ABC'],
  kept: ['abc', 'one two three', 'vpn key', LONGEST],
  dropped: [
    ['ab', 'word_too_short'],
    ['one two three four', 'too_many_words'],
    [`${LONGEST}k`, 'keyword_too_long'],
    ['pass#word', 'word_characters'],
    ['ABC', 'duplicate'],
  ],
};

export const LIST_CASES: readonly ListCase[] = [
  { list: 'public_domain', ...DOMAINS },
  { list: 'internal_domain', ...DOMAINS },
  { list: 'keyword', ...WORDS },
  {
    list: 'keyword',
    typed: ['host:port', 'filename:.env key', 'filename:a.env filename:b.env', 'filename:.x'],
    kept: ['host:port', 'filename:.env key'],
    dropped: [
      ['filename:a.env filename:b.env', 'several_file_names'],
      ['filename:.x', 'word_too_short'],
    ],
  },
  { list: 'filter', ...WORDS },
  { list: 'filter', typed: ['host:port', 'sample'], kept: ['sample'], dropped: [['host:port', 'word_characters']] },
  {
    list: 'regex',
    typed: ['x'.repeat(128), 'x'.repeat(129), 'BILL-[0-9]{4}', '/abc/', '/abc/i', '(?i)abc', 'Abc', 'abc'],
    kept: ['x'.repeat(128), 'BILL-[0-9]{4}', 'Abc', 'abc'],
    dropped: [
      ['x'.repeat(129), 'expression_too_long'],
      ['/abc/', 'expression_delimiters'],
      ['/abc/i', 'expression_delimiters'],
      ['(?i)abc', 'expression_flags'],
    ],
  },
];

/** Titles that are too short, just long enough, just short enough, too long, or hold what no line may hold. */
export const TITLE_CASES = [
  ['', 'title_required'],
  ['    ', 'title_required'],
  ['Four', 'title_length'],
  ['Five5', null],
  ['т'.repeat(100), null],
  ['т'.repeat(101), 'title_length'],
] as const;

/** Deep patterns on both sides of each of their limits; the code is the service's. */
export const DEEP_CASES = [
  ['abc', null],
  ['ab', 'deep_length'],
  ['x'.repeat(128), null],
  ['x'.repeat(129), 'deep_length'],
  ['one two three', null],
  ['one two three four', 'deep_words'],
  ['corp.example ab', 'deep_word_length'],
  ['corp#example', 'deep_characters'],
] as const;

/** Recipients and channels, typed into one line. */
export const RECIPIENTS = {
  typed: 'Ann@Corp.Example ann@corp nobody a@b.example',
  kept: ['ann@corp.example', 'a@b.example'],
  dropped: ['ann@corp', 'nobody'],
};
export const CHANNELS = { typed: 'https://t.me/corp_leaks @leak abc 1name', kept: ['corp_leaks', 'leak'], dropped: ['abc', '1name'] };
