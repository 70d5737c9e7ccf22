import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { passwordsInLines } from './listed-passwords.ts';

const found = (text: string) => passwordsInLines(text).map(({ start, end }) => text.slice(start, end));

const login = fc.stringMatching(/^[a-z]{3,9}$/);
const password = fc.stringMatching(/^[A-Z][a-z]{2,6}[0-9]{2}[!%^+~][a-z]{1,4}$/);
const sign = fc.constantFrom(':', ';', '|', ' | ');
const site = fc.constantFrom('https://mail.corp.example', 'https://corp.example:8443/owa/auth', 'http://10.0.0.7/login');

test('the password of each line is found, whatever stands around the lines', () => {
  const line = fc.oneof(
    fc.record({ before: fc.constant(''), login: login.map((name) => `${name}@corp.example`) }),
    fc.record({
      before: site,
      login: fc.oneof(
        login,
        login.map((name) => `${name}@mail.corp.example`),
      ),
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(line, password), { minLength: 1, maxLength: 20 }), sign, (list, between) => {
      const lines = list.map(([{ before, login: name }, secret]) => [...(before === '' ? [] : [before]), name, secret].join(between));
      expect(found(`Base of 2026 \n${lines.join('\n')}\nall of it: t.me/base\n`)).toEqual(list.map(([, secret]) => secret));
    }),
    { numRuns: 100 },
  );
});

test('in a list weak ones count too, and of single lines what looks like nothing else', () => {
  expect(found('a@corp.example:Zima24!x\nb@corp.example:summer\nc@corp.example:qwerty77\n')).toEqual(['Zima24!x', 'summer', 'qwerty77']);
  expect(found('a@corp.example:summer\nb@corp.example:winter\nc@corp.example:spring\n')).toEqual([]);
  expect(found('b@corp.example:summer')).toEqual([]);
  expect(found('a@corp.example:Zima24!x\n1\n2\n3\n4\nb@corp.example:summer\nc@corp.example:qwerty77')).toEqual(['Zima24!x']);
});

test('what stands behind the password is no part of it', () => {
  expect(found('1;ivan;ivan@corp.example;Zima24!x;admin')).toEqual(['Zima24!x']);
  expect(found('ivan@corp.example | Zima24!x | Moscow, Russia')).toEqual(['Zima24!x']);
  expect(found('https://corp.example/a|ivan|Zima24!x|2024-01-01')).toEqual(['Zima24!x']);
  expect(found('ivan@corp.example:Zima:24!x')).toEqual(['Zima:24!x']);
});

test.each([
  ['remotes of git', 'git@github.com:Corp/App2.git\n'],
  ['places on hosts', 'deploy@corp.example:/var/www/Site1!\n'],
  ['ports', 'user@corp.example:2222\n'],
  ['addresses with ports', 'https://user:ivan:1/path?Query#part\n'],
  ['addresses', 'a@corp.example;b@corp.example\n'],
  ['hashes', `a@corp.example:${'0f'.repeat(16)}\n`],
  ['authors', 'Ivan <ivan@corp.example>: mended Bug2!\n'],
  ['packages', '"@corp/app@1.2.3": "^1.2.3-Beta.1",\n'],
])('no password: %s', (_, line) => {
  expect(found(line)).toEqual([]);
  expect(found(line.repeat(5))).toEqual([]);
});
