import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { detect } from '../detect.ts';
import { declaredPasswordsIn, declaredSecretsIn } from './declared.ts';
import { isKeyValue } from './key-settings.ts';
import { looksLikePassword } from './passwords.ts';

/** How languages and settings give a value to a name: NAME and VALUE stand for them. */
const FORMS = [
  'const NAME string = "VALUE"',
  'const NAME: string = "VALUE";',
  'val NAME: String = "VALUE"',
  'pub const NAME: &\'static str = "VALUE";',
  'NAME: Optional[str] = "VALUE"',
  'private readonly NAME?: string = "VALUE"',
  'char NAME[] = "VALUE";',
  'const char NAME[40] = "VALUE";',
  'Dim NAME As String = "VALUE"',
  'NSString *NAME = @"VALUE";',
  'std::string NAME("VALUE");',
  'String NAME{"VALUE"};',
  '#define NAME "VALUE"',
  ':NAME "VALUE"',
  '(setq NAME "VALUE")',
  'NAME <- "VALUE"',
  "NAME = b'VALUE'",
  'NAME = """VALUE"""',
  'NAME = Some("VALUE".to_string())',
  'config["NAME"] = "VALUE"',
  "config['NAME'] = 'VALUE'",
  'client.NAME("VALUE")',
  'setNAME("VALUE")',
  '<add key="NAME" value="VALUE" />',
  '<string name="NAME">VALUE</string>',
  '<entry key="NAME">VALUE</entry>',
  '- name: NAME\n  value: "VALUE"',
  '{"name": "NAME", "value": "VALUE"}',
  '"NAME": {"value": "VALUE"}',
  'variable "NAME" {\n  type    = string\n  default = "VALUE"\n}',
  'NAME: |\n  VALUE\n',
  'NAME: >-\n  VALUE\n',
  "NAME varchar(64) NOT NULL DEFAULT 'VALUE'",
  'NAME ??= "VALUE"',
  'NAME ?= "VALUE"',
  'NAME ::= "VALUE"',
  'Key=NAME,Value=VALUE',
  '<key>NAME</key>\n<string>VALUE</string>',
  '<item>\n  <name>NAME</name>\n  <value>VALUE</value>\n</item>',
  '<c name="NAME">\n    VALUE\n</c>',
  '"NAME": ["VALUE"]',
  '"NAME": {"S": "VALUE"}',
  'String NAME() {\n    return "VALUE";\n}',
  'def NAME():\n    return "VALUE"',
  'val NAME by lazy { "VALUE" }',
  'gh secret set NAME --body "VALUE"',
];

const LETTERS = 'bcdfghjkmnpqrstvwxz';
const groups = (count: number): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 2, maxLength: 2 }), fc.integer({ min: 2, max: 9 })), {
      minLength: count,
      maxLength: count,
    })
    .map((parts) => parts.map(([letters, digit]) => `${letters}${digit}`).join(''));

const foundIn = (text: string, value: string): boolean =>
  detect(text).found.some(({ start, end }) => {
    const at = text.indexOf(value);
    return start <= at && end >= at + value.length;
  });

const PASSWORDS = groups(4).filter((value) => looksLikePassword(value, false));
const KEYS = groups(12).filter(isKeyValue);

test.each([
  ['password', PASSWORDS],
  ['dbPassword', PASSWORDS],
  ['DB_PASSWD', PASSWORDS],
  ['apiKey', KEYS],
  ['ADOBE_KEY', KEYS],
  ['client_secret', KEYS],
  ['accessToken', KEYS],
])('%s is found in every form, and its value is not shown', (name, values) => {
  fc.assert(
    fc.property(values, fc.constantFrom(...FORMS), (value, form) => {
      const text = form.replace('NAME', name).replace('VALUE', value);
      expect([text, foundIn(text, value)]).toEqual([text, true]);
      for (const { masked } of detect(text).found) expect(masked).not.toContain(value);
    }),
  );
});

test.each([
  'токен: VALUE',
  'Токен бота: VALUE',
  'ключ доступа VALUE',
  'Ключ API — VALUE',
  'секрет: «VALUE»',
  "headers = {'Authorization': 'VALUE'}",
  'token for acme: VALUE',
  'acme token - VALUE',
  'API key is VALUE',
])('a key is found in %s', (form) => {
  fc.assert(fc.property(KEYS, (value) => expect([value, foundIn(form.replace('VALUE', value), value)]).toEqual([value, true])));
});

test('names of public keys, of rows and of what is asked for have no secret', () => {
  const value = 'b7k2m9x4q8w3z6t5r1v0n7j4';
  for (const text of [
    `publicKey: string = "${value}"`,
    `config["cache_key"] = "${value}"`,
    `getSecret("${value}")`,
    `loadToken("${value}")`,
    `key "${value}"`,
    `tokens "${value}"`,
  ])
    expect([text, detect(text).found]).toEqual([text, []]);
});

test('places that are not known are looked for, with the same result', () => {
  const text = FORMS.map((form, at) => form.replace('NAME', 'Пароль от password').replace('VALUE', `q${at}w7e4r2`)).join('\n');
  const starts = [...text.matchAll(/password/g)].map(({ index }) => index);
  expect(starts).toHaveLength(FORMS.length);
  expect(declaredPasswordsIn(text, () => starts)).toEqual(declaredPasswordsIn(text, () => null));
  const keys = text.replaceAll('password', 'api_key').replaceAll(/q(\d+)w7e4r2/g, 'q$1w7e4r2t5y8u3i6o9p1a');
  const places = [...keys.matchAll(/key/g)].map(({ index }) => index);
  expect(declaredSecretsIn(keys, () => places)).toEqual(declaredSecretsIn(keys, () => null));
});
