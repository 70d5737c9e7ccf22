import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { InvalidSettings, loadSettings, settingsTable } from '@leakwatch/platform';
import { adminSettings } from '@leakwatch/admin/settings';
import { gatewaySettings } from '@leakwatch/gateway/settings';
import { SERVICE_NAMES } from './run/service-names.ts';
import { ROOT } from './root.ts';
import { environmentOf, installationSettings, settingNames } from './settings.ts';

const SECRET = 'a-secret-of-tests-that-is-long-enough-for-keys';
const REQUIRED = {
  LEAKWATCH_SIGNING_KEYS: `2:${SECRET}-2,1:${SECRET}`,
  LEAKWATCH_SEALING_KEYS: `1:${SECRET}`,
  REDIS_URL: 'redis://127.0.0.1',
  DATABASE_URL: 'postgres://127.0.0.1/x',
};
const everything = Object.fromEntries(Object.keys(installationSettings.shape).map((name) => [name, 'x']));

describe('settings', () => {
  it('are all in docs/operating.md, with their defaults', () => {
    const page = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8');
    expect(page).toContain(settingsTable(installationSettings.shape));
  });

  it('all have a description', () => {
    for (const [name, schema] of Object.entries(installationSettings.shape))
      expect({ name, description: schema.description }).toEqual({ name, description: expect.stringMatching(/./) });
  });

  it('name the variable that is wrong', () => {
    const load = (env: NodeJS.ProcessEnv) => () => loadSettings(installationSettings, env);
    expect(load({ LEAKWATCH_PORT: 'eighty' })).toThrow(InvalidSettings);
    expect(load({ LEAKWATCH_PORT: 'eighty' })).toThrow(/LEAKWATCH_PORT/);
    expect(load({ GIT_ALLOW_FILE: 'yes' })).toThrow(/GIT_ALLOW_FILE: must be true or false/);
  });

  it('that the launcher generates are required by a service', () => {
    expect(loadSettings(installationSettings, {}).DATABASE_URL).toBeUndefined();
    for (const missing of Object.keys(REQUIRED)) {
      const load = () => loadSettings(adminSettings, { ...REQUIRED, [missing]: '' });
      expect(load).toThrow(`Setting ${missing}: must be given`);
    }
    expect(loadSettings(adminSettings, REQUIRED).LEAKWATCH_SIGNING_KEYS).toEqual([
      { version: 2, secret: `${SECRET}-2` },
      { version: 1, secret: SECRET },
    ]);
  });

  it.each([
    'short',
    SECRET,
    '1:short',
    `0:${SECRET}`,
    `256:${SECRET}`,
    `1:${SECRET},1:${SECRET}`,
    `1:${SECRET},`,
    `1:a ${SECRET}`,
    `x:${SECRET}`,
  ])('refuse the keys %j without repeating them', (keys) => {
    const load = () => loadSettings(adminSettings, { ...REQUIRED, LEAKWATCH_SEALING_KEYS: keys });
    expect(load).toThrow('Setting LEAKWATCH_SEALING_KEYS: must be 1 to 4 keys');
    expect(load).not.toThrow(keys);
  });

  it('take at most four keys', () => {
    const ring = (count: number) => Array.from({ length: count }, (_, at) => `${at + 1}:${SECRET}`).join(',');
    const load = (count: number) => () => loadSettings(adminSettings, { ...REQUIRED, LEAKWATCH_SEALING_KEYS: ring(count) });
    expect(load(4)).not.toThrow();
    expect(load(5)).toThrow('1 to 4 keys');
  });

  it('take an empty variable as not set', () => {
    expect(loadSettings(installationSettings, { LEAKWATCH_PORT: '' }).LEAKWATCH_PORT).toBe(8080);
  });
});

describe('the environment of a service', () => {
  it.each(SERVICE_NAMES)('%s has its own settings and no other', (service) => {
    const env = environmentOf(service, { ...everything, PATH: '/bin', HTTPS_PROXY: 'http://proxy' });
    expect(Object.keys(env).toSorted()).toEqual([...settingNames(service), 'PATH', 'HTTPS_PROXY'].toSorted());
  });

  it('keeps secrets from services that do not use them', () => {
    expect(environmentOf('gateway', everything)).not.toHaveProperty('DATABASE_URL');
    expect(environmentOf('crawler', everything)).not.toHaveProperty('SMTP_URL');
    for (const service of SERVICE_NAMES.filter((name) => name !== 'admin'))
      for (const secret of ['LEAKWATCH_ADMIN_PASSWORD', 'TELEGRAM_BOT_TOKEN', 'BOT_CHECK_SECRET'])
        expect(environmentOf(service, everything)).not.toHaveProperty(secret);
  });

  it('is read alike by services that share a setting', () => {
    expect(adminSettings.shape.SESSION_IDLE_SECONDS).toBe(gatewaySettings.shape.SESSION_IDLE_SECONDS);
    expect(adminSettings.shape.BOT_CHECK).toBe(gatewaySettings.shape.BOT_CHECK);
  });
});
