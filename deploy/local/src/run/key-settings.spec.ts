import { describe, expect, it } from '@jest/globals';
import type { KeptSecrets } from '../home.ts';
import { keySettings, keyStages, sealingVersion } from './key-settings.ts';

const [A, B] = ['a', 'b'].map((letter) => letter.repeat(32));
const secrets = (keys: string): KeptSecrets => ({
  signingKeys: keys,
  sealingKeys: keys,
  fingerprintKey: 'f'.repeat(32),
  databasePassword: 'd',
  redisPassword: 'r',
  adminEmail: 'staff@leakwatch.local',
  adminPassword: 'p',
});
const stagesOf = (before: string, stored: string) => keyStages(secrets(before), secrets(stored)).map((stage) => stage.sealingKeys);

describe('the keys of the services', () => {
  it('are known to every process before one uses a new key', () => {
    expect(stagesOf(`1:${A}`, `2:${B},1:${A}`)).toEqual([`1:${A},2:${B}`, `2:${B},1:${A}`]);
  });

  it('need one restart when an old key is forgotten, and none when nothing changed', () => {
    expect(stagesOf(`2:${B},1:${A}`, `2:${B}`)).toEqual([`2:${B}`]);
    expect(stagesOf(`1:${A}`, `1:${A}`)).toEqual([]);
  });

  it('are those that were given rather than the stored ones', () => {
    const given = keySettings({ LEAKWATCH_SEALING_KEYS: [{ version: 3, secret: 'c'.repeat(32) }] }, secrets(`1:${A}`));
    expect(given).toEqual({
      LEAKWATCH_SIGNING_KEYS: `1:${A}`,
      LEAKWATCH_SEALING_KEYS: `3:${'c'.repeat(32)}`,
      LEAKWATCH_FINGERPRINT_KEY: 'f'.repeat(32),
    });
    expect(sealingVersion({}, secrets(`2:${B},1:${A}`))).toBe(2);
  });
});
