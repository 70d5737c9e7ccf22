import { describe, expect, test } from '@jest/globals';
import { readMarkedLines, unescapeText } from './marked-lines.ts';

const plain = (content: string) => readMarkedLines(content).map((line) => line.map(({ text }) => text).join(''));

describe('readMarkedLines', () => {
  test('splits lines and marks, also a mark over a line break', () => {
    expect(readMarkedLines('a <mark>b\nc</mark> d')).toEqual([
      [
        { text: 'a ', marked: false, code: null },
        { text: 'b', marked: true, code: null },
      ],
      [
        { text: 'c', marked: true, code: null },
        { text: ' d', marked: false, code: null },
      ],
    ]);
  });

  test('escaped markup becomes its text, once', () => {
    expect(plain('&lt;img src=x onerror=&quot;a&#39;&#x27;&quot;&gt; &amp;lt;b&amp;gt;')).toEqual([`<img src=x onerror="a''"> &lt;b&gt;`]);
  });

  test('an escaped mark is text, not a mark', () => {
    expect(readMarkedLines('&lt;mark&gt;x&lt;/mark&gt;').flat()).toEqual([{ text: '<mark>x</mark>', marked: false, code: null }]);
  });

  test('markup that was not escaped stays text', () => {
    expect(plain('<script>x</script><mark onclick="x">')).toEqual(['<script>x</script><mark onclick="x">']);
  });

  test('invisible and bidirectional characters are marked', () => {
    const codes = readMarkedLines('a\u202eb\u200bc\u0007\ufeff\u{e0041}')
      .flat()
      .flatMap(({ code }) => (code === null ? [] : [code]));
    expect(codes).toEqual(['U+202E', 'U+200B', 'U+0007', 'U+FEFF', 'U+E0041']);
  });

  test('tabs and ordinary text in any script are unchanged', () => {
    expect(readMarkedLines('\tпароль 密码').flat()).toEqual([{ text: '\tпароль 密码', marked: false, code: null }]);
  });

  test('a final line break makes no line of its own; empty lines stay', () => {
    expect(plain('a\r\n\r\nb\n')).toEqual(['a', '', 'b']);
  });

  test('entities that are none stay as they are', () => {
    expect(unescapeText('&unknown; &toString; &#9999999; & &amp')).toBe('&unknown; &toString; &#9999999; & &amp');
  });

  test('1 MB keeps every line, mark and character', () => {
    const lines = readMarkedLines('key = &quot;<mark>corp.example</mark>&quot;;\n'.repeat(25_000));
    expect(lines).toHaveLength(25_000);
    expect(new Set(lines.map((line) => line.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('')))).toEqual(
      new Set(['key = "[corp.example]";']),
    );
  });
});
