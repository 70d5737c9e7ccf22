import { expect, it } from '@jest/globals';
import { compilePatterns, describeDocument, documentOfMatch, pathOfMatch } from '@leakwatch/matching';
import { sha256Hex } from '@leakwatch/platform';
import { isInside } from '@leakwatch/rules';
import { type FindLines, holdsLines } from '../../../crawler/src/screening/holds-lines.ts';
import { compareDocument } from '../../../crawler/src/recheck/same-document.ts';
import { matchedLines } from './matched-lines.ts';

const find: FindLines = async (bytes, lines) => holdsLines(bytes, lines);
const CYRILLIC_A = 0x410;
/** Windows-1251 of ASCII and Russian letters. */
const cp1251 = (text: string): Buffer =>
  Buffer.from(Array.from(text, (one) => (one < '\u0080' ? one.charCodeAt(0) : one.charCodeAt(0) - CYRILLIC_A + 0xc0)));
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const base64 = Buffer.from('user: bob\nthe password: Kot42\nmore').toString('base64');

/** Lines before the one that leaks, that line, and lines behind it. */
type Parts = readonly [before: string | Buffer, leak: string | Buffer, after: string | Buffer];

it.each<[what: string, pattern: string, parts: Parts]>([
  ['text', 'password', ['a\n', ' key =\tpassword\n', 'b\n']],
  ['a word that the markup of a page divides', 'password', ['<html><body>\n', '<p>x pass<b>word</b> y</p>\n', '</body></html>\n']],
  ['the same in a long line', 'password', ['<html>\n', `<p>${'x '.repeat(400)}pass<b>word</b>${' y'.repeat(400)}</p>\n`, '</html>\n']],
  ['an address', 'bob@corp.example', ['a\n', 'http://x/?mail=bob%40corp.example&c=1\n', 'b\n']],
  ['a part of a minified line', 'bob@corp.example', ['a\n', `${'x '.repeat(400)}mail=bob%40corp.example${' y'.repeat(400)}\n`, 'b\n']],
  ['an entity', 'bob@corp.example', ['a\n', ' mail bob&#64;corp.example end\n', 'b\n']],
  ['an escape', 'bob@corp.example', ['a\n', ' "mail": "bob\\u0040corp.example", end\n', 'b\n']],
  ['a composed letter', 'пароль мой', ['a\n', ' пароль мои\u0306 end\n', 'b\n']],
  ['a soft hyphen', 'password', ['a\n', ' pass\u00adword end\n', 'b\n']],
  ['base64', 'password', ['a\n', ` data: ${base64}\n`, 'b\n']],
  ['text and base64 in one line', 'password', ['', `password ${base64}\n`, 'b\n']],
  ['control characters', 'password', ['a\n', ' \u001b[31mpassword\u001b[0m = \f x\n', 'b\n']],
  ['windows-1251', 'пароль', [cp1251('привет\n'), cp1251(' мой пароль тут\n'), cp1251('пока пока\n')]],
  ['windows-1251 in UTF-8', 'пароль', ['привет мир, ещё строка\n', cp1251(' мой пароль тут\n'), 'снова\n']],
  ['UTF-16', 'пароль', [utf16('\ufeffпривет\n'), utf16(' мой пароль тут\n'), utf16('пока\n')]],
])(
  'what was found as %s is there while the rest of its document changes, and is not when it is taken out',
  async (_, text, [before, leak, after]) => {
    const whole = (...parts: readonly (string | Uint8Array)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));
    const bytes = whole(before, leak, after);
    const found = describeDocument(compilePatterns([{ id: 'a', kind: 'deep', text }]), { bytes });
    const [match] = found.outcome === 'examined' ? found.matches : [];
    if (match === undefined) throw new Error('no match');
    const path = pathOfMatch('conf/app.txt', match);
    const sought = { path, hash: sha256Hex(bytes), lines: isInside(documentOfMatch(path)) ? [] : matchedLines(match.excerpt) };
    expect(await compareDocument(bytes, { ...sought, hash: null }, find)).toBe('there');
    expect(await compareDocument(whole(before, leak, after, after), sought, find)).toBe('there');
    expect(await compareDocument(whole(before, after), sought, find)).toBe('changed');
  },
);
