import { expect, test } from '@jest/globals';
import { detect } from './detect.ts';
import { fillTemplate } from './samples.fixture.ts';
import { PEOPLE_OF_A_LIST, summarise } from './summarise.ts';

const summaryOf = (text: string) => summarise(text, detect(text));
const GITHUB = fillTemplate('ghp_{A30}{=github}', 1);

test('the worst of what was found gives the severity, and stands first', () => {
  const text = `${fillTemplate('sk_test_{A24}', 1)} ${GITHUB} ${fillTemplate('hooks.slack.com/services/T{U9}/B{U10}/{A24}', 1)}`;
  const { severity, tokens } = summaryOf(text);
  expect(severity).toBe('critical');
  expect(tokens.map((token) => [token.detector, token.severity])).toEqual([
    ['github_personal_token', 'critical'],
    ['slack_webhook', 'medium'],
    ['stripe_test_key', 'low'],
  ]);
});

test('a token whose checksum is wrong is a look-alike: it is shown, and low', () => {
  const changed = `${GITHUB.slice(0, -1)}${GITHUB.endsWith('A') ? 'B' : 'A'}`;
  expect(summaryOf(changed)).toEqual({
    severity: 'low',
    tokens: [{ detector: 'github_personal_token', severity: 'low', count: 1, masked: [`ghp_…${changed.slice(-3)}`] }],
  });
  expect(summaryOf(`${changed} ${GITHUB}`).severity).toBe('critical');
});

test('ten different numbers of people are one class worse than one, repeated ones are not', () => {
  const snils = (count: number) => Array.from({ length: count }, (_, at) => fillTemplate('{D3}-{D3}-{D3} {=snils}', at)).join('\n');
  expect(summaryOf(snils(1)).severity).toBe('medium');
  expect(summaryOf(snils(PEOPLE_OF_A_LIST - 1)).severity).toBe('medium');
  expect(summaryOf(snils(PEOPLE_OF_A_LIST))).toMatchObject({ severity: 'high', tokens: [{ count: PEOPLE_OF_A_LIST }] });
  expect(summaryOf(`${snils(1)}\n`.repeat(PEOPLE_OF_A_LIST)).severity).toBe('medium');
});

test('a private key with a password is no plain one', () => {
  const heading = ['-----BEGIN RSA ', 'PRIVATE KEY-----'].join('');
  const behind = `\n${fillTemplate('{B64}', 1)}\n`;
  expect(summaryOf(`${heading}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,0F3A\n${behind}`)).toMatchObject({
    severity: 'medium',
    tokens: [{ detector: 'encrypted_private_key', count: 1 }],
  });
  expect(summaryOf(`${heading}${behind}`)).toMatchObject({ severity: 'critical', tokens: [{ detector: 'private_key' }] });
});

test('a text without any has none', () => expect(summaryOf('host: db.corp.example')).toEqual({ tokens: [], severity: null }));
