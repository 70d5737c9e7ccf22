import { describe, expect, it } from '@jest/globals';
import type { Pattern, PatternKind } from '@leakwatch/vocabulary';
import { MAX_SPANS, attachPatterns, compilePatterns } from '../index.ts';

function pattern(kind: PatternKind, text: string, id = text): Pattern {
  return { id, kind, text };
}

function matched(kind: PatternKind, wanted: string, text: string, fileNames: readonly string[] = []): boolean {
  return compilePatterns([pattern(kind, wanted)]).match({ bytes: Buffer.from(text), fileNames }).length === 1;
}

/** The texts that the spans of the only match cover. */
function shown(kind: PatternKind, wanted: string, bytes: Uint8Array, fileNames: readonly string[] = []): string[] {
  const [match] = compilePatterns([pattern(kind, wanted)]).match({ bytes, fileNames });
  return (match?.spans ?? []).map(({ start, end }) => Buffer.from(bytes.subarray(start, end)).toString());
}

describe('domains', () => {
  it.each([
    'corp.com',
    'mail.corp.com',
    '@corp.com',
    'joe@corp.com',
    'https://corp.com/x',
    'See corp.com.',
    'corp.com. Then',
    'CORP.Com',
    '"corp.com"',
    'corp.com:443',
    'corp.com...',
    '_corp.com_',
    '--corp.com',
    'corp.com- x',
    'x=corp.com',
    '登录corp.com密码',
    'mycorp.com and corp.com',
    '.corp.com',
    'corp.com\0',
    String.raw`"hosts": "a\ncorp.com"`,
    String.raw`'a\tcorp.com'`,
    String.raw`a\r\n-corp.com`,
    '\u001b[36mcorp.com\u001b[0m',
    '\u001b[mcorp.com',
    String.raw`"\u001b[1;32mcorp.com"`,
    '[38;2;255;255;255mcorp.com',
    String.raw`{"annotation": "{\"hosts\": \"a\\ncorp.com\"}"}`,
  ])('are found in %j', (text) => {
    expect(matched('internal_domain', 'corp.com', text)).toBe(true);
  });

  it.each([
    'mycorp.com',
    'my-corp.com',
    'my_corp.com',
    'corp.community',
    'corp.com.ru',
    'corp.com-x',
    'corp.com_x',
    'corp.com2',
    'яcorp.com',
    'corp.comя',
    'corp.com.рф',
    'xn--corp.com',
    'corp.com--x',
    'corp_com',
    'corpXcom',
    'écorp.com',
    'ncorp.com',
    '31mcorp.com',
    '[mcorp.com',
    'a[x31mcorp.com',
    String.raw`a\bcorp.com`,
    String.raw`a\nncorp.com`,
  ])('are not found in %j', (text) => {
    expect(matched('internal_domain', 'corp.com', text)).toBe(false);
  });

  it('may begin or end with a mark, which needs no boundary', () => {
    expect(matched('internal_domain', '@corp.com', 'joe@corp.com')).toBe(true);
    expect(matched('internal_domain', 'corp.com/', 'https://corp.com/path')).toBe(true);
    expect(matched('internal_domain', '@corp.com', 'joe@corp.community')).toBe(false);
  });

  it('may be Cyrillic, in any letter case', () => {
    expect(matched('internal_domain', 'банк.рф', 'почта@БАНК.РФ, завтра')).toBe(true);
    expect(matched('internal_domain', 'банк.рф', 'сбербанк.рф')).toBe(false);
  });

  it('need all words of the keyword beside the domain', () => {
    expect(matched('public_domain', 'corp.com db password', 'PASSWORD of db at mail.corp.com')).toBe(true);
    expect(matched('public_domain', 'corp.com db password', 'password at corp.com')).toBe(false);
    expect(matched('public_domain', 'corp.com password', 'password at corp.com.ru')).toBe(false);
  });

  it('are distinguished from plain words with the same text', () => {
    const compiled = compilePatterns([pattern('internal_domain', 'corp.com', 'domain'), pattern('deep', 'corp.com', 'word')]);
    expect(compiled.match({ bytes: Buffer.from('mycorp.com') }).map((match) => match.patternId)).toEqual(['word']);
    expect(compiled.literalCount).toBe(1);
  });
});

describe('words', () => {
  it('match in any order, letter case ignored, Latin and Cyrillic', () => {
    expect(matched('deep', 'Пароль secret', 'a SECRET, ПАРОЛЬ')).toBe(true);
    expect(matched('deep', 'ёлка', 'ЁЛКА')).toBe(true);
    expect(matched('deep', 'Пароль secret', 'a secret')).toBe(false);
  });

  it('may overlap, adjoin and contain one another', () => {
    const compiled = compilePatterns(['abcd', 'bcd', 'cde', 'abcdefghijklmnop', 'defghijkl'].map((text) => pattern('deep', text)));
    const ids = compiled.match({ bytes: Buffer.from('xabcdefghijklmno') }).map((match) => match.patternId);
    expect(ids).toEqual(['abcd', 'bcd', 'cde', 'defghijkl']);
  });

  it('beyond the part that the table holds are compared to the end', () => {
    const long = 'configuration-of-the-production-database-ключ-密码';
    expect(shown('deep', long, Buffer.from(`x ${long.toUpperCase()}`))).toEqual([long.toUpperCase()]);
    expect(matched('deep', long, long.slice(0, -1))).toBe(false);
    expect(matched('deep', long, long.replace('ключ', 'клюв'))).toBe(false);
  });

  it('outside Latin and Cyrillic are matched exactly', () => {
    expect(shown('deep', '密码是', Buffer.from('我的密码是x'))).toEqual(['密码是']);
  });
});

describe('filename:', () => {
  it('restricts a keyword to files of the name, whatever their folder and letter case', () => {
    expect(matched('keyword', 'filename:.env secret', 'my SECRET', ['src/.ENV'])).toBe(true);
    expect(matched('keyword', 'filename:.env secret', 'my secret', ['src/x.env'])).toBe(false);
    expect(matched('keyword', 'filename:.env secret', 'nothing', ['.env'])).toBe(false);
    expect(matched('keyword', 'filename:.env secret', 'my secret')).toBe(false);
    expect(matched('keyword', 'filename:.env', 'x', ['a/b', 'C:\\dir\\.env'])).toBe(true);
  });

  it('alone matches every file of the name with an empty span', () => {
    const compiled = compilePatterns([pattern('keyword', 'filename:id_rsa', 'a')]);
    const match = { patternId: 'a', spans: [{ start: 0, end: 0 }] };
    expect(compiled.match({ bytes: new Uint8Array(), fileNames: ['home/ID_RSA'] })).toEqual([match]);
  });

  it('compares names that a file system decomposed', () => {
    expect(matched('keyword', 'filename:Пароли-мой.txt', 'x', ['пароли-мой.txt'.normalize('NFD')])).toBe(true);
  });
});

describe('expressions', () => {
  it('run without flags: letter case counts, a dot is no newline', () => {
    expect(shown('regex', 'AKIA[0-9A-Z]{4}', Buffer.from('ключ AKIA12AB, akia12AB'))).toEqual(['AKIA12AB']);
    expect(matched('regex', 'abc.def', 'abc\ndef')).toBe(false);
  });

  it('see the text around their windows', () => {
    expect(shown('regex', '\\btoken\\b', Buffer.from('atoken tokens я token'))).toEqual(['token']);
    const apart = ' '.repeat(50);
    expect(shown('regex', '\\btoken\\b', Buffer.from(`${apart}tokens${apart}token${apart}atoken`))).toEqual(['token']);
    expect(matched('regex', 'token$', `token${apart}`)).toBe(false);
    expect(matched('regex', '^token', 'a token')).toBe(false);
    expect(shown('regex', '(?m)^token$', Buffer.from('a token\ntoken\n'))).toEqual(['token']);
  });

  it('with more places than are kept read the whole document', () => {
    const text = `${'token=1 '.repeat(5000)}token=abc`;
    expect(shown('regex', 'token=[a-z]{3}', Buffer.from(text))).toEqual(['token=abc']);
  });

  it('without any literal, or open to one end, are found too', () => {
    expect(shown('regex', '[0-9]{6,}', Buffer.from('x 1234567 y'))).toEqual(['1234567']);
    expect(shown('regex', 'key=.*', Buffer.from('a\nkey=1 2 3\nb'))).toEqual(['key=1 2 3']);
  });

  it('that cannot run are reported, and the others are matched', () => {
    const compiled = compilePatterns([pattern('regex', '(', 'bad'), pattern('deep', '  ', 'empty'), pattern('deep', 'word')]);
    expect(compiled.refused.map((refused) => refused.patternId)).toEqual(['bad', 'empty']);
    expect(compiled.match({ bytes: Buffer.from('a word') }).map((match) => match.patternId)).toEqual(['word']);
  });
});

describe('spans', () => {
  it('are bounded, in order, and hold every word', () => {
    const bytes = Buffer.from(`${'many '.repeat(1000)} last`);
    const [match] = compilePatterns([pattern('deep', 'many last', 'a')]).match({ bytes });
    const starts = match?.spans.map((span) => span.start) ?? [];
    expect(starts).toHaveLength(MAX_SPANS);
    expect(starts).toEqual(starts.toSorted((left, right) => left - right));
    expect(starts.at(-1)).toBe(bytes.indexOf('last'));
  });

  it('of one document do not leak into the next', () => {
    const compiled = compilePatterns([pattern('deep', 'first second')]);
    expect(compiled.match({ bytes: Buffer.from('first') })).toEqual([]);
    expect(compiled.match({ bytes: Buffer.from('second') })).toEqual([]);
    expect(compiled.match({ bytes: Buffer.from('second first') })).toHaveLength(1);
  });
});

it('only the patterns asked for are reported', () => {
  const compiled = compilePatterns([pattern('deep', 'word', 'a'), pattern('deep', 'word', 'b')]);
  expect(compiled.match({ bytes: Buffer.from('word') }, new Set(['b'])).map((match) => match.patternId)).toEqual(['b']);
});

it('no patterns match nothing', () => {
  expect(compilePatterns([]).match({ bytes: Buffer.from('word'), fileNames: ['a'] })).toEqual([]);
});

it('reports the size of the table', () => {
  const compiled = compilePatterns([pattern('deep', 'alpha beta'), pattern('deep', 'beta')]);
  expect(compiled.literalCount).toBe(2);
  expect(compiled.patternCount).toBe(2);
  expect(compiled.memoryBytes).toBeGreaterThan(100);
});

it('a set that is sent to another thread shares the table without a copy', () => {
  const compiled = compilePatterns([pattern('deep', 'Слово second'), pattern('regex', 'abc[0-9]{3}')]);
  // As postMessage does.
  const attached = attachPatterns(structuredClone(compiled.shared));
  const bytes = Buffer.from('second слово abc123');
  expect(attached.match({ bytes })).toEqual(compiled.match({ bytes }));
  compiled.shared.automaton.table.fill(0);
  expect(attached.match({ bytes })).toEqual([]);
});
