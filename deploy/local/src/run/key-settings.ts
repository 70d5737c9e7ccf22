import { type KeyRing, setting } from '@leakwatch/platform';
import type { KeptSecrets } from '../home.ts';
import type { InstallationSettings } from '../settings.ts';

const given = (ring: KeyRing | undefined) => ring && setting.spellKeys(ring);

/** The keys as settings of the services: given, or those of the installation. */
export const keySettings = (settings: Partial<InstallationSettings>, secrets: KeptSecrets) => ({
  LEAKWATCH_SIGNING_KEYS: given(settings.LEAKWATCH_SIGNING_KEYS) ?? secrets.signingKeys,
  LEAKWATCH_SEALING_KEYS: given(settings.LEAKWATCH_SEALING_KEYS) ?? secrets.sealingKeys,
  LEAKWATCH_FINGERPRINT_KEY: settings.LEAKWATCH_FINGERPRINT_KEY ?? secrets.fingerprintKey,
});

/** Of the key that the services seal with. */
export const sealingVersion = (settings: Partial<InstallationSettings>, secrets: KeptSecrets): number =>
  setting.keyRing.parse(keySettings(settings, secrets).LEAKWATCH_SEALING_KEYS)[0].version;

/** The keys of `after`, those that were in use before first; without those that are used no more. */
function introduced(before: string, after: string): string {
  const wanted = after.split(',');
  const known = before.split(',').filter((key) => wanted.includes(key));
  return [...known, ...wanted.filter((key) => !known.includes(key))].join(',');
}

/** What the processes are given one after the other: first every key with the old one in use, then the keys as they are stored. */
export function keyStages(before: KeptSecrets, stored: KeptSecrets): readonly KeptSecrets[] {
  const first = {
    ...stored,
    signingKeys: introduced(before.signingKeys, stored.signingKeys),
    sealingKeys: introduced(before.sealingKeys, stored.sealingKeys),
  };
  const stages = [first, stored];
  let last = before;
  return stages.filter((stage) => {
    const isNew = stage.signingKeys !== last.signingKeys || stage.sealingKeys !== last.sealingKeys;
    last = stage;
    return isNew;
  });
}
