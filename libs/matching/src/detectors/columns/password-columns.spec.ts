import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { passwordsInColumns } from './password-columns.ts';

const found = (text: string) => passwordsInColumns(text).map(({ start, end }) => text.slice(start, end));

const word = fc.stringMatching(/^[a-z]{3,9}$/);
/** No sign of a table, and what no setting holds by chance. */
const password = fc.stringMatching(/^[A-Z][a-z]{2,6}[0-9]{2}[!@%^+~][a-z]{1,4}$/);
const rows = fc.array(fc.tuple(word, password, word), { minLength: 1, maxLength: 30 });

const SHAPES: readonly [string, (rows: readonly string[][]) => string][] = [
  ['CSV', (all) => all.map((row) => row.join(',')).join('\n')],
  ['CSV with semicolons and CR LF', (all) => all.map((row) => row.join(';')).join('\r\n')],
  ['CSV in quotes', (all) => all.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n')],
  ['tabs', (all) => all.map((row) => row.join('\t')).join('\n')],
  ['Markdown', ([head = [], ...all]) => [head, ['---', ':--', '--:'], ...all].map((row) => `| ${row.join(' | ')} |`).join('\n')],
  ['columns aligned by blanks', (all) => all.map((row) => row.map((cell) => cell.padEnd(20)).join('  ')).join('\n')],
  [
    'INSERT',
    ([head = [], ...all]) =>
      `INSERT INTO t (${head.join(', ')}) VALUES ${all.map((row) => `(${row.map((cell) => `'${cell}'`).join(', ')})`).join(',\n')};`,
  ],
  ['COPY', ([head = [], ...all]) => `COPY t (${head.join(', ')}) FROM stdin;\n${all.map((row) => row.join('\t')).join('\n')}\n\\.\n`],
];

test.each(SHAPES)('each password under its heading is found, and no other cell: %s', (_, shape) => {
  fc.assert(
    fc.property(rows, fc.constantFrom('password', 'user_password', 'userPassword', 'Пароль', 'PWD'), fc.nat(2), (list, heading, place) => {
      const inPlace = ([first, secret, last]: readonly string[]) => [first, last].toSpliced(place, 0, secret).map((cell) => cell ?? '');
      const text = shape([['login', heading, 'role'], ...list].map(inPlace));
      expect(found(`before\n${text}\n\nbehind`)).toEqual(list.map(([, secret]) => secret));
    }),
    { numRuns: 50 },
  );
});

test.each([
  ['hashes', `login;password\na;${'0f'.repeat(16)}\nb;$2b$12$Zx`],
  ['a column of something about passwords', 'login;password_hint\na;Hunter22\n'],
  ['words of a comparison', '| Plan | Password | SSO |\n|---|---|---|\n| Basic | Yes | v1 |\n| Team | optional | v2.1+ |'],
  ['arguments of a program', 'return login, password\n  self.equal(a, b[1])\nconnect(user, password)\n  call(a, b1-c)'],
  ['a list of imports', 'import { login, password } from "x";\nimport { a, b1-c } from "y";'],
  ['names of values in SQL', 'INSERT INTO t (login, password) VALUES (:login1, :password1), (?, ?);'],
  ['a list', "  'login',\n  'password',\n  'Canvas2D',\n  'user-1',\n"],
  ['a heading alone', 'login,password'],
])('no password: %s', (_, text) => {
  expect(found(text)).toEqual([]);
});

test('a column of passwords holds weak ones too, beside empty cells and texts of several lines', () => {
  expect(found('login;password\na;Hunter22\nb;qwertyui\nc;\nd;x\ne;Zima-24\n')).toEqual(['Hunter22', 'qwertyui', 'Zima-24']);
  expect(found('login,password,note\na,Hunter22,"two\nlines"\nb,"x,9""-y",\n')).toEqual(['Hunter22', 'x,9""-y']);
});

test('a password with the word for one is no heading, and no cell is found twice', () => {
  const rows = 'Pwd00+a\taaa\nAaa00!a\tbbb\n';
  expect(found(`COPY t (password, login) FROM stdin;\n${rows}\\.\n`)).toEqual(['Pwd00+a', 'Aaa00!a']);
  expect(found(`password\tlogin\n${rows}`)).toEqual(['Pwd00+a', 'Aaa00!a']);
});

test('any text ends', () => {
  const piece = fc.constantFrom(
    'password',
    'login',
    ',',
    ';',
    '|',
    '\t',
    '\n',
    '"',
    "'",
    '(',
    ')',
    ' VALUES ',
    'COPY t ',
    ' FROM stdin;',
    '  ',
    'a1-',
    '\\',
    '**',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (parts) => {
      const text = parts.join('');
      for (const { start, end } of passwordsInColumns(text)) expect(text.slice(start, end).trim().length).toBeGreaterThanOrEqual(4);
    }),
    { numRuns: 2_000 },
  );
});
