import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { detectorTable } from '../detect.ts';
import { DETECTORS } from '../detectors.ts';
import { fillTemplate, fillTemplates } from '../samples.fixture.ts';
import { hideSecrets } from './hide-secrets.ts';

const table = detectorTable([{ id: '7d0c8f0e-5a52-4b43-9d31-6c1c9f0d8e11', severity: 'high', expression: 'DOG-[0-9]{6}' }]);
const shown = async (text: string) => (await hideSecrets(table, text)).text;
/** Joined here, so that scanners of this repository do not report it. */
const AWS = ['AKIA', 'Q2W3E4R5T6Y7U2I3'].join('');
const KEY = ['-----BEGIN RSA ', 'PRIVATE KEY-----'].join('');

describe('a text with its secrets hidden', () => {
  it('shows what their masks show, and the rest unchanged', async () => {
    expect(await shown(`host: <b>\naws ${AWS} # prod\nDOG-123456`)).toBe('host: <b>\naws AKIA…2I3 # prod\nDO…');
    expect(await shown('postgres://app:hunter2-Zq@db.corp.example/x')).toBe('postgres://app:…@db.corp.example/x');
    expect(await shown('the word password, portal.corp.example and no value')).toBe('the word password, portal.corp.example and no value');
  });

  it('hides the key behind its heading and keeps the lines', async () => {
    const body = ['MIIEpAIBAAKCAQEA7bq3'.repeat(3), 'Zk9vQ2h4TmE0c1Y5'.repeat(4), 'b2Q9=='];
    const whole = `a\n${KEY}\n${body.join('\n')}\n-----END RSA PRIVATE KEY-----\nz`;
    const hidden = await shown(whole);
    expect(hidden).toBe(`a\n${KEY}\n…\n\n\n-----END RSA PRIVATE KEY-----\nz`);
    expect(await shown(`${KEY}\n${body.slice(0, 2).join('\n')}`)).toBe(`${KEY}\n…\n`);
    expect(await shown(`"${KEY}\\n${body.join('\\n')}\\n`)).not.toMatch(/MIIEp|Zk9vQ|b2Q9/);
  });

  it('hides every value of a list that is longer than detectors return', async () => {
    const keys = Array.from({ length: 700 }, (_, at) => `AKIA${AWS.slice(4, 17)}${'ABCDEFGHJKLMNPQRSTUVWXYZ'[at % 24]}${2 + (at % 6)}Q`);
    const hidden = await shown(keys.map((key) => `${key},`).join('\n'));
    expect(hidden.split('\n')).toHaveLength(700);
    for (const key of keys) expect(hidden).not.toContain(key);
  });

  it('hides every password of a table that is longer than a window, and no other cell', async () => {
    const passwords = Array.from({ length: 4_000 }, (_, at) => `Zima${at}!q`);
    const hidden = await shown(`login;password;role\n${passwords.map((one, at) => `user${at};${one};admin`).join('\n')}\n`);
    expect(hidden).toBe(`login;password;role\n${passwords.map((_, at) => `user${at};…;admin`).join('\n')}\n`);
  });

  it('hides every password of a list of accounts, weak ones too', async () => {
    const passwords = Array.from({ length: 3_000 }, (_, at) => (at % 3 === 0 ? `summer${'abcdefghij'[at % 10]}` : `Zima${at}!q`));
    const hidden = await shown(passwords.map((one, at) => `user${at}@corp.example:${one}`).join('\n'));
    expect(hidden).toBe(passwords.map((_, at) => `user${at}@corp.example:…`).join('\n'));
  });

  it('hides a value wherever it stands in a long text', async () => {
    const places = fc.integer({ min: 0, max: 70_000 });
    await fc.assert(
      fc.asyncProperty(places, async (at) => {
        const hidden = await shown(`${'lorem ipsum\n'.repeat(6_000).slice(0, at)}\n${AWS}\n${'dolor я\n'.repeat(3_000)}`);
        expect(hidden).not.toContain(AWS);
        expect(hidden).toContain('AKIA…2I3');
      }),
      { numRuns: 40 },
    );
  });

  it('shows no value of any detector that has a mask', async () => {
    for (const { mask, samples } of DETECTORS)
      for (const text of mask === 'none' ? [] : fillTemplates(samples)) expect(await shown(text)).not.toBe(text);
  });

  it('hides values that go on behind what the detectors match', async () => {
    const long = fillTemplate('{A90}', 1);
    for (const [before, value, behind] of [
      ["password: '", long, "'\nnext: 1"],
      ['DB_PASSWORD=', long, '\nDB_PORT=5432'],
      ['{"api_key":"', long, '","a":1}'],
      ['Server=db;User Id=sa;Password=', long, ';Encrypt=true'],
      ['password = "', 'Zima2026! и ещё слова', '" # note'],
      ["password: '", 'Zima2026!(пароль)', "'"],
      ['curl -u deploy:', long, ' https://corp.example'],
      ["CREATE USER a IDENTIFIED BY '", long, "';"],
      ["mysql -u root -p'", long, "' shop"],
      ['mysql -u root -p', long, ' shop'],
      ['redis-cli -a ', long, ' ping'],
      ['- name: DB_PASSWORD\n  value: "', long, '"\n- name: A'],
      ['ENV DB_PASSWORD ', long, '\nENV A b'],
      ['machine corp.example login robot password ', long, '\n'],
      ['db:5432:shop:app:', long, '\n'],
      ['jdbc:oracle:thin:app/', fillTemplate('{A50}', 1), '@db:1521:orcl'],
      ['password: "', 'Zi&ma<20>26-и(другое)', '" # note'],
      ["password: '", 'Зима"2026!', "' # note"],
      ["echo 'root:", long, "' | chpasswd"],
      ["CREATE USER a IDENTIFIED BY '", 'Zima9"2026!и', "';"],
      ['mongodb://app:', 'Zima@20-26', '@db.corp.example/x'],
      ['пароль от базы: ', 'Zima2026!', '\nпока'],
      ['логин/пароль: robot / ', 'Zima2026!', '\nпока'],
    ] as const) {
      const hidden = await shown(before + value + behind);
      expect(hidden).toContain('…');
      expect([hidden, hidden.endsWith(behind.replace(/^["']/, ''))]).toEqual([hidden, true]);
      for (let at = 0; at + 5 <= value.length; at += 5) expect(hidden).not.toContain(value.slice(at, at + 5));
    }
    expect(await shown('<password>Zima2026!</password>')).toBe('<password>…</password>');
  });

  it('keeps the number of lines and finds ranges again', async () => {
    const word = fc.constantFrom(AWS, 'plain', '\n', ' ', 'DOG-123456', 'я🔑', `${KEY}\nMIIEpAIBAAKCAQEA7bq3\nMIIEpAIBAAKCAQEA7bq4\n`);
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 30 }), async (words) => {
        const whole = words.join(' ');
        const hidden = await hideSecrets(table, whole);
        expect(hidden.text.split('\n')).toHaveLength(whole.split('\n').length);
        let at = 0;
        for (const part of words) {
          const range = hidden.rangeOf({ start: at, end: at + part.length });
          at += part.length + 1;
          expect(range.end).toBeGreaterThanOrEqual(range.start);
          if (part === 'plain') expect(hidden.text.slice(range.start, range.end)).toBe('plain');
        }
      }),
    );
  });
});
