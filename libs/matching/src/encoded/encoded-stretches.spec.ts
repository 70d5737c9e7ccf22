import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Pattern } from '@leakwatch/vocabulary';
import { compilePatterns, describeDocument } from '../index.ts';

const deep = (text: string, id = 'a'): Pattern => ({ id, kind: 'deep', text });
const domain = (text: string, id = 'a'): Pattern => ({ id, kind: 'internal_domain', text });
const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');
const describeOne = (content: string | Uint8Array, ...patterns: readonly Pattern[]) => {
  const result = describeDocument(compilePatterns(patterns), { bytes: Buffer.from(content) });
  return result.outcome === 'examined' ? result.matches : [];
};
const wrap = (text: string, width: number, between: string): string => text.match(new RegExp(`.{1,${width}}`, 'g'))?.join(between) ?? '';
const wide = (text: string, big = false): Buffer => (big ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, 'utf16le'));

const SECRET = 'password of DB.corp.example is Кот42';

describe('what is found in encoded stretches', () => {
  const encoded = base64(SECRET);
  it.each<[string, string | Uint8Array]>([
    ['alone', encoded],
    ['in an assignment', `key: "${encoded}"\n`],
    ['URL-safe', `?token=${Buffer.from(SECRET).toString('base64url')}&x=1`],
    ['behind other characters of the alphabet', `prefix/${encoded}`],
    ['one further', `a/${encoded}`],
    ['two further', `ab/${encoded}`],
    ['in lines of a mail', wrap(base64(`${'x'.repeat(200)} ${SECRET} ${'y'.repeat(200)}`), 76, '\r\n')],
    ['in lines of a key', `-----BEGIN X-----\n${wrap(base64('z'.repeat(61) + SECRET), 64, '\n')}\n-----END X-----`],
    ['in indented lines', `data:\n    ${wrap(base64('z'.repeat(61) + SECRET), 64, '\n    ')}\n`],
    ['in lines of a string', `{"key": "-----BEGIN X-----\\n${wrap(base64('z'.repeat(61) + SECRET), 64, '\\n')}\\n-----END X-----"}`],
    ['in lines of sixteen characters', wrap(encoded, 16, '\n')],
    ['UTF-16, as commands of PowerShell', `powershell -EncodedCommand ${base64(wide(SECRET))}`],
    ['UTF-16 in the other byte order', base64(wide(SECRET, true))],
    [
      'between bytes that are no text',
      base64(Buffer.concat([Buffer.of(0x30, 0x82, 1, 0xff), Buffer.from(SECRET), Buffer.of(0xff, 1, 0x83)])),
    ],
    ['in a document in UTF-16', Buffer.concat([Buffer.of(0xff, 0xfe), wide(`key = ${encoded}\r\n`)])],
    ['percent-encoded', `https://x.example/?q=${encodeURIComponent(SECRET)}&y=1`],
    ['as entities of a page', `<p title="${[...SECRET].map((letter) => `&#${letter.charCodeAt(0)};`).join('')}">`],
    ['as hexadecimal entities', [...SECRET].map((letter) => `&#x${letter.charCodeAt(0).toString(16)};`).join('')],
    ['some characters as entities', `password of DB&period;corp&#46;example is &#x41a;&#x43e;&#1090;42`],
    ['as escapes of JSON', `{"a": "${[...SECRET].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"}`],
    ['as escapes of JavaScript', `a = '${[...SECRET].map((letter) => `\\u{${letter.charCodeAt(0).toString(16)}}`).join('')}'`],
    ['as bytes of a string of Python', `b'${[...Buffer.from(SECRET)].map((byte) => `\\x${byte.toString(16)}`).join('')}'`],
    ['every byte percent-encoded', [...Buffer.from(SECRET)].map((byte) => `%${byte.toString(16)}`).join('')],
  ])('%s', (_name, content) => {
    for (const pattern of [
      deep('db.corp.example'),
      domain('corp.example'),
      deep('кот42 password'),
      { id: 'r', kind: 'regex', text: 'Кот[0-9]{2}' } as const,
    ])
      expect(describeOne(content, pattern)).toHaveLength(1);
    expect(describeOne(content, deep('otherwise'), domain('orp.example'))).toEqual([]);
  });

  it('values in a list are apart, and words of a pattern may be in and out of them', () => {
    const list = ['corp.example', 'more', 'corp.example', 'db.corp.example'].map((one) => base64(one).replaceAll('=', '')).join('\n');
    expect(describeOne(list, domain('corp.example'))).toHaveLength(1);
    expect(describeOne(`password: ${base64('db.corp.example')}`, deep('password corp.example'))).toHaveLength(1);
  });

  it('windows-1251 in long stretches, and percent-encoded', () => {
    const bytes = Buffer.from(
      [...'Пароль от базы данных нашей компании записан в этом файле: Секрет-42, не показывать никому'].map((letter) => {
        const code = letter.charCodeAt(0);
        return code >= 0x410 ? code - 0x350 : code;
      }),
    );
    expect(describeOne(`a: ${base64(bytes)}`, deep('секрет-42'))).toHaveLength(1);
    expect(describeOne(`a=${[...bytes].map((byte) => `%${byte.toString(16)}`).join('')}`, deep('секрет-42'))).toHaveLength(1);
  });

  it('only one level is decoded, and noise is not', () => {
    expect(describeOne(base64(base64(SECRET)), deep('corp.example'))).toEqual([]);
    const noise = Buffer.from(Array.from({ length: 60_000 }, (_, at) => ((at * at * 31 + at * 7) % 251) | 0x80));
    expect(describeOne(base64(noise), deep('abc'))).toEqual([]);
  });
});

describe('what an event shows', () => {
  it('the encoded characters, and behind them what they hold', () => {
    const [match] = describeOne(`one\nkey: ${base64('user:pass@db.corp.example')}\nthree\n`, deep('corp.example'), deep('user pass', 'b'));
    expect(match?.excerpt.text).toBe(
      `one\nkey: ${base64('user:pass@db.corp.example')} ⟦base64: user:pass@db.corp.example⟧\nthree\n`.trimEnd(),
    );
    const [{ start, end } = { start: 0, end: 0 }] = match?.excerpt.highlights ?? [];
    expect(match?.excerpt.text.slice(start, end)).toBe('corp.example');
    expect(match).toMatchObject({ line: 2, matchingLines: `key: ${base64('user:pass@db.corp.example')}` });
  });

  it('two words of one value once, and matches outside of it as well', () => {
    const [match] = describeOne(`secret ${base64('user:pass@db.corp.example')}`, deep('user corp.example secret'));
    expect(match?.excerpt.text).toBe(`secret ${base64('user:pass@db.corp.example')} ⟦base64: user:pass@db.corp.example⟧`);
    expect(match?.excerpt.highlights.map(({ start, end }) => match.excerpt.text.slice(start, end))).toEqual([
      'secret',
      'user',
      'corp.example',
    ]);
  });

  it('line ends of what was decoded as spaces, so that lines are those of the document', () => {
    const [match] = describeOne(`a\n${base64('one\ntwo corp.example\nthree')}\n`, deep('corp.example'));
    expect(match?.excerpt.text).toContain('⟦base64: one two corp.example three⟧');
    expect(match?.line).toBe(2);
  });

  it('in one line of a megabyte the place of the match', () => {
    const [match] = describeOne(base64(`${'x '.repeat(300_000)} corp.example ${'y '.repeat(300_000)}`), deep('corp.example'));
    expect(match?.excerpt.text).toContain('corp.example');
    expect(match?.excerpt.text.length).toBeLessThan(9_000);
    expect(match?.spans[0]).toMatchObject({ start: expect.any(Number), end: expect.any(Number) });
  });
});

describe('any text', () => {
  const letters = fc.constantFrom(...'abcXYZ019 .:@/-_=+яЖ€');
  const text = fc.array(letters, { minLength: 8, maxLength: 60 }).map((all) => all.join(''));
  const surrounding = fc
    .array(fc.constantFrom('a', 'B', '/', ' ', '"', '\n', '=', ':', 'word', 'me%', 'я'), { maxLength: 12 })
    .map((all) => all.join(''));

  it('that is encoded stands at the characters that hold it', () => {
    fc.assert(
      fc.property(text, surrounding, surrounding, fc.nat(3), fc.boolean(), (content, before, after, word, isUrl) => {
        const wanted = content.trim().split(/\s+/)[word] ?? content.trim().split(/\s+/)[0] ?? '';
        fc.pre(wanted.length >= 2 && Buffer.byteLength(content) >= 11);
        const document = `${before} ${Buffer.from(content).toString(isUrl ? 'base64url' : 'base64')} ${after}`;
        const [match] = describeOne(document, deep(wanted));
        expect(match).toBeDefined();
        for (const { start, end, inside } of match?.spans ?? []) {
          const characters = Buffer.from(document).subarray(start, end).toString();
          if (inside === undefined) expect(characters.toLowerCase()).toBe(wanted.toLowerCase());
          else expect(inside.match.toLowerCase()).toBe(wanted.toLowerCase());
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('that is percent-encoded is found as decodeURIComponent reads it', () => {
    fc.assert(
      fc.property(text, surrounding, (content, before) => {
        const [wanted = ''] = content.trim().split(/\s+/);
        fc.pre(wanted.length >= 2);
        const document = `${before} ?q=${encodeURIComponent(content)}`;
        expect(describeOne(document, deep(wanted))).toHaveLength(1);
      }),
      { numRuns: 500 },
    );
  });
});
