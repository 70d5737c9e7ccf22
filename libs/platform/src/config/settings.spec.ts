import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { InvalidSettings, loadSettings } from './load-settings.ts';
import { settingsSchema } from './settings.ts';
import { settingsTable } from './settings-table.ts';

describe('settings', () => {
  it('are all in docs/operating.md, with their defaults', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/operating.md'), 'utf8');
    expect(page).toContain(settingsTable());
  });

  it('are described, each of them', () => {
    for (const schema of Object.values(settingsSchema.shape)) expect(schema.description).toEqual(expect.any(String));
  });

  it('name the variable that is wrong', () => {
    expect(() => loadSettings(settingsSchema, { LEAKWATCH_PORT: 'eighty' })).toThrow(InvalidSettings);
    expect(() => loadSettings(settingsSchema, { LEAKWATCH_PORT: 'eighty' })).toThrow(/LEAKWATCH_PORT/);
    expect(() => loadSettings(settingsSchema, { GIT_ALLOW_FILE: 'yes' })).toThrow(/GIT_ALLOW_FILE: must be true or false/);
  });

  it.each(['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '10.0.0.1, 192.168.0.0/16'])('take %s for proxies', (text) => {
    expect(loadSettings(settingsSchema, { TRUSTED_PROXIES: text }).TRUSTED_PROXIES).toEqual(text.split(', '));
  });

  it.each(['true', '*', 'proxy', '10.0.0.0/33', '10.0.0.0/', '10.0.0.1/8/8', '10.0.0.1,'])('refuse %s for proxies', (text) => {
    expect(() => loadSettings(settingsSchema, { TRUSTED_PROXIES: text })).toThrow(/TRUSTED_PROXIES: must be addresses/);
  });

  it('take an empty variable as not set', () => {
    expect(loadSettings(settingsSchema, { LEAKWATCH_PORT: '' }).LEAKWATCH_PORT).toBe(8080);
  });
});
