import { expect, test } from '@jest/globals';
import { DETECTOR_KINDS } from '../detectors.ts';
import { DETECTOR_IDS } from './detector-ids.ts';
import { LOCALES } from '../people.ts';
import { REMEDIES, REVOKE_BEGINNINGS, revokePlace } from './remedies.ts';

test('each kind has as many steps in each language', () => {
  for (const kind of DETECTOR_KINDS) {
    const counts = LOCALES.map((locale) => REMEDIES[locale][kind].length);
    expect([kind, new Set(counts).size, Math.min(...counts) >= 3]).toEqual([kind, 1, true]);
  }
});

test('each place belongs to a detector, and the longest beginning decides', () => {
  for (const beginning of REVOKE_BEGINNINGS) expect(DETECTOR_IDS.filter((id) => id.startsWith(beginning))).not.toEqual([]);
  expect(revokePlace('azure_devops_token')?.page).toBe('https://dev.azure.com/');
  expect(revokePlace('azure_storage_key')?.page).toBe('https://portal.azure.com/');
  expect(revokePlace('password_setting')).toBeUndefined();
});
