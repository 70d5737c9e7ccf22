import { mkdtempSync, rmSync } from 'node:fs';
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
