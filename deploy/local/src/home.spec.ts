import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Home } from './home.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'leakwatch-home-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const NOTHING_GIVEN = { adminEmail: undefined, adminPassword: undefined };
const secretsIn = (name: string, given: Parameters<Home['secrets']>[0] = NOTHING_GIVEN) => new Home(join(root, name)).secrets(given);

describe('the first staff account', () => {
  it('has no default e-mail and no default password', () => {
    const [one, other] = [secretsIn('one'), secretsIn('other')];
    for (const { adminEmail } of [one, other]) expect(adminEmail).toMatch(/^staff-[0-9a-f]{6}@leakwatch\.local$/);
    expect(one.adminEmail).not.toBe(other.adminEmail);
    expect(one.adminPassword).not.toBe(other.adminPassword);
  });

  it('is stored at the first start', () => {
    const given = { adminEmail: 'vera@romashka.example', adminPassword: 'Podorozhnik-77' };
    const first = secretsIn('given', given);
    expect(first).toMatchObject(given);
    expect(secretsIn('given')).toEqual(first);
  });
});

describe('the keys', () => {
  it('of an installation that had one secret for everything are that secret, so that what is sealed stays readable', () => {
    const secret = 'x'.repeat(32);
    const old = { secret, databasePassword: 'd', redisPassword: 'r', adminEmail: 'vera@romashka.example', adminPassword: 'p' };
    const home = new Home(join(root, 'old'));
    writeFileSync(home.in('secrets.json'), JSON.stringify(old));
    expect(home.secrets(NOTHING_GIVEN)).toEqual({
      signingKeys: `1:${secret}`,
      sealingKeys: `1:${secret}`,
      fingerprintKey: secret,
      databasePassword: 'd',
      redisPassword: 'r',
      adminEmail: 'vera@romashka.example',
      adminPassword: 'p',
    });
  });

  it('of a new installation are different secrets, for its owner only', () => {
    const home = new Home(join(root, 'new'));
    const { signingKeys, sealingKeys, fingerprintKey } = home.secrets(NOTHING_GIVEN);
    expect(new Set([signingKeys.slice(2), sealingKeys.slice(2), fingerprintKey]).size).toBe(3);
    expect(statSync(home.in('secrets.json')).mode & 0o777).toBe(0o600);
  });
});

describe('the folder of the logs', () => {
  const modeOf = (path: string) => statSync(path).mode & 0o777;

  it('is for its owner only, also when an earlier version made it', () => {
    expect(modeOf(new Home(join(root, 'new')).in('logs'))).toBe(0o700);
    mkdirSync(join(root, 'old', 'logs'), { recursive: true });
    chmodSync(join(root, 'old', 'logs'), 0o755);
    expect(modeOf(new Home(join(root, 'old')).in('logs'))).toBe(0o700);
  });
});
