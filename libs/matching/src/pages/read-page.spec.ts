import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Pattern } from '@leakwatch/vocabulary';
import { encode } from '../encodings.fixture.ts';
import { compilePatterns, describeDocument, pathOfMatch, RevisionMatcher } from '../index.ts';
import { isPage } from './is-page.ts';
import { PageReader, type PageState } from './read-page.ts';
import { linesByStandard } from './standard-lines.fixture.ts';

const linesOf = (page: string, from?: PageState): string[] => {
  const reader = new PageReader(Buffer.from(page), from);
  const lines: string[] = [];
  for (let line = reader.next(); line !== undefined; line = reader.next()) lines.push(Buffer.from(line.bytes).toString());
  return lines;
};
const describeOne = (content: string | Uint8Array, ...patterns: readonly Pattern[]) => {
  const result = describeDocument(compilePatterns(patterns), { bytes: Buffer.from(content) });
  return result.outcome === 'examined' ? result.matches : [];
};
const deep = (text: string, id = 'a'): Pattern => ({ id, kind: 'deep', text });
const regex = (text: string, id = 'r'): Pattern => ({ id, kind: 'regex', text });
const page = (body: string): string => `<!DOCTYPE html>\n<html><body>\n${body}\n</body></html>\n`;

describe('the lines of a page', () => {
  it.each<[string, string, readonly string[]]>([
    ['tags within a word', 'pass<b>wor</b>d is <i>Кот42</i>', ['password is Кот42']],
    ['a comment within a word', 'pass<!-- > -->word', ['password']],
    ['entities beside tags', 'p&#97;ss<wbr>word &#1087;<b>&amp;</b>', ['password п&']],
    [
      'a table',
      '<table><tr><th>host</th><th>pass<b>w</b></th></tr>\n<tr><td>db\n</td><td> Кот42 </td></tr></table>',
      ['host\tpassw', 'db\tКот42'],
    ],
    ['a table without end tags', '<table><tr><td>a<td><p>b</p><p>c</p><tr><td>d<td>e</table>f <b>g</b>', ['a\tb c', 'd\te', 'f g']],
    ['lines of a paragraph', '<p>one\n  two <b>three</b></p><p>four</p>', ['one two three']],
    ['code whose words are coloured', '<pre><span>key</span> = <span>"a</span>"\n  x<b>y</b></pre>', ['key = "a"', '  xy']],
    ['a tag with signs in its values', `a<b title="x > y" alt='"' data=it's>b</b>`, ['ab']],
    ['what is no tag', 'a < b <c>c</c> <3', ['a < b c <3']],
    ['programs and styles', 'a<style>b{}</style>c<script>if (a</b) d("</p>")</script>e', ['ace']],
    ['instructions', 'a<?php $b->c() ?>d', ['ad']],
    ['text that stands as it is', '<p>one</p><p>two</p>', []],
  ])('%s', (_name, source, lines) => {
    expect(linesOf(source)).toEqual(lines);
  });

  const piece = fc.constantFrom(
    ...['<', '>', '/', '=', '"', "'", ' ', '\n', 'a', 'b', 'c ', '&amp;', '&#1087;', 'я', '!', '-->'],
    ...[
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      '<b ',
      '</b ',
      '<p x="',
      `<i y='`,
      '<td>',
      '</td>',
      '<tr>',
      '</tr>',
      '<br/>',
      '<x-y>',
      '<pre>',
      '</pre>',
    ],
    ...['<style>', '</style>', '<!--', '<!x', '</', '</3>', '<img src=a/b>', '<h1', '<button>'],
  );
  const source = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

  it('are those of the tags that a parser by the standard sees', () => {
    fc.assert(
      fc.property(source, (made) => {
        // The other end of a comment, which no writer makes; and a tag without a name, of which the parser says nothing.
        fc.pre(!made.includes('--!') && !made.includes('</>'));
        expect(linesOf(made)).toEqual(linesByStandard(made));
      }),
      { numRuns: 3_000 },
    );
  });

  it('lead back to the source', () => {
    fc.assert(
      fc.property(source, (made) => {
        const bytes = Buffer.from(made);
        const reader = new PageReader(bytes);
        for (let read = reader.next(); read !== undefined; read = reader.next()) {
          const { bytes: line, originOf } = read;
          let last = 0;
          for (const [at, byte] of line.entries()) {
            const origin = originOf(at);
            expect(origin.start).toBeGreaterThanOrEqual(last);
            expect(origin.end).toBeLessThanOrEqual(bytes.length);
            last = origin.start;
            if (origin.end === origin.start + 1 && byte !== 0x20 && byte !== 0x09) expect(bytes[origin.start]).toBe(byte);
          }
        }
      }),
    );
  });

  it('are the same where another reader goes on behind one of them', () => {
    fc.assert(
      fc.property(source, (made) => {
        const lines = linesOf(made);
        const reader = new PageReader(Buffer.from(made));
        for (let at = 1; reader.next() !== undefined; at++) expect(linesOf(made, reader.state)).toEqual(lines.slice(at));
      }),
    );
  });

  it('of hostile pages take no more time than others', () => {
    const many = (text: string) => page(text.repeat(200_000));
    // A line ends somewhere, so that it does not grow without bound.
    expect(Math.max(...linesOf(many('a<b>')).map((line) => line.length))).toBeLessThan(100_000);
    for (const text of [
      '<',
      '<b ',
      '<?',
      '<!--',
      '<script>',
      '</',
      '<td>',
      'a<b>',
      '<pre>',
      '<a b="',
      '&#',
      '<div>',
      '<!',
      "<x y='",
      '<svg>a',
    ])
      expect(linesOf(many(text)).length).toBeLessThan(200_002);
  });
});

describe('a page', () => {
  it.each([
    page('x'),
    '\ufeff\n<HTML><p>',
    '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x"><html/>',
    '<!-- licence -->\n<!-- <?xml -->\n<div class="a">',
    '{% extends "a" %}\n{{ b }}<table>',
    '<?php\nif ($a > 1) { ?>\n<p>',
    '<h1>Title</h1>',
  ])('begins as %j', (text) => {
    expect(isPage(Buffer.from(text))).toBe(true);
  });

  it.each([
    '',
    'text <html>',
    '<?xml version="1.0"?><project>',
    '{"a": "<p>"}',
    '{{',
    '<',
    '<!--',
    '<!ELEMENT html>',
    '<svg><p>',
    '# <p>',
    '<pom>',
    '<3',
  ])('does not begin as %j', (text) => {
    expect(isPage(Buffer.from(text))).toBe(false);
  });
});

describe('what is found in a page', () => {
  it.each<[string, string, Pattern]>([
    ['a word that tags part', 'pass<b>wor</b>d', deep('password')],
    ['a domain that tags part', 'db.<span>corp</span>.example', { id: 'a', kind: 'internal_domain', text: 'corp.example' }],
    ['words of which one is in an attribute', '<a title="кот42">pass<b>word</b></a>', deep('кот42 password')],
    ['entities beside tags', 'п&#1072;р<b>оль</b>', deep('пароль')],
    ['cells of a row', '<table><tr><td>db-1</td>\n<td class="x">Кот42</td></tr></table>', regex('db-1\\tКот[0-9]+')],
    [
      'a value that a program colours',
      '<pre><span class="n">token</span> <span>=</span> <span>"abc123"</span></pre>',
      regex('token = "[a-z0-9]+"'),
    ],
  ])('%s', (_name, body, pattern) => {
    expect(describeOne(page(body), pattern)).toHaveLength(1);
    expect(describeOne(page(body), deep('otherwise'))).toEqual([]);
    // The same page is no page with a word before it.
    if (pattern.text !== 'кот42 password') expect(describeOne(`x ${page(body)}`, pattern)).toEqual([]);
  });

  it.each(['utf16le', 'latin1'] as const)('in %s', (encoding) => {
    const bytes = Buffer.from(`${encoding === 'latin1' ? '' : '\ufeff'}${page('caf\u00e9 pass<b>word</b>')}`, encoding);
    expect(describeOne(bytes, deep('password'))).toHaveLength(1);
    expect(new RevisionMatcher(compilePatterns([deep('password')])).examine(bytes, undefined).concerns).toBe(true);
  });

  it('in windows-1251', () => {
    const bytes = Buffer.concat([Buffer.from(page('')), Buffer.from([0xef, 0xe0, 0xf0, 0x3c, 0x62, 0x3e, 0xee, 0xeb, 0xfc])]);
    expect(describeOne(bytes, deep('пароль'))).toHaveLength(1);
    expect(new RevisionMatcher(compilePatterns([deep('пароль')])).examine(bytes, undefined).concerns).toBe(true);
  });

  it.each(['koi8-r', 'ibm866'] as const)('in %s, also with few letters of Russian', (encoding) => {
    for (const rest of ['', '<p>line</p>'.repeat(999)]) {
      const bytes = Buffer.concat([Buffer.from(page('')), encode('<p>Пар<b>оль</b></p>', encoding), Buffer.from(rest)]);
      const [match] = describeOne(bytes, deep('пароль'));
      expect(match?.excerpt.text).toContain('⟦html: Пароль');
      expect(new RevisionMatcher(compilePatterns([deep('пароль')])).examine(bytes, undefined).concerns).toBe(true);
    }
  });

  it('in scripts, comments and attributes, as in any text', () => {
    for (const body of [
      '<script>var a = "corp.example"</script>',
      '<!-- corp.example -->',
      '<a href="//corp.example">',
      '<input value=corp.example>',
    ])
      expect(describeOne(page(body), deep('corp.example'))).toHaveLength(1);
  });

  it('stands at its lines of the source, with the text behind them', () => {
    const [match] = describeOne(page('<p>\nthe pass<b>word</b> is\nКот42</p>'), deep('password'));
    expect(match).toMatchObject({ line: 4, matchingLines: 'the pass<b>word</b> is' });
    expect(match?.excerpt.text).toContain('the pass<b>word</b> is ⟦html: the password is Кот42⟧\nКот42</p>');
    expect(match?.excerpt.highlights.map(({ start, end }) => match.excerpt.text.slice(start, end))).toEqual(['password']);
    expect(match && pathOfMatch('a.html', match)).toBe('a.html');
  });

  it('of a long page stands at its own line, wherever that is', () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `<tr><td>host${at}.<b>corp</b></td><td>row ${at}</td></tr>`);
    const long = page(`<table>\n${rows.join('\n')}\n</table>`);
    for (const at of [0, 1, 4_999, 12_345, 19_999]) {
      const [match] = describeOne(long, regex(`host${at}\\.corp\\trow ${at}`));
      expect(match).toMatchObject({ line: at + 4, matchingLines: rows[at] });
      expect(match?.excerpt.text).toContain(`${rows[at]} ⟦html: host${at}.corp row ${at}⟧\n`);
    }
  });

  it('is the same event as before where the source shows it', () => {
    const [plain] = describeOne(`x ${page('<p>one password</p><p>one <b>password</b></p><p>pass<b>word</b></p>')}`, deep('password'));
    const [both] = describeOne(page('<p>one password</p><p>one <b>password</b></p><p>pass<b>word</b></p>'), deep('password'));
    // Behind other text it is no page, as it was before.
    expect(plain).toMatchObject({ line: both?.line, matchingLines: both?.matchingLines });
    expect(both?.spans.map(({ inside }) => inside)).toEqual([undefined, undefined]);
    expect(both?.matchingLines).toBe('<p>one password</p><p>one <b>password</b></p><p>pass<b>word</b></p>');
  });
});
