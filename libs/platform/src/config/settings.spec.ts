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

  it('take an empty variable as not set', () => {
    expect(loadSettings(settingsSchema, { LEAKWATCH_PORT: '' }).LEAKWATCH_PORT).toBe(8080);
  });
});
