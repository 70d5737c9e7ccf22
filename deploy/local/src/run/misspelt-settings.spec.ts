import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { installationSettings } from '../settings.ts';
import { misspeltSettings } from './misspelt-settings.ts';

const KNOWN = Object.keys(installationSettings.shape);

it.each([
  ['LEAKWATCH_PROT', 'LEAKWATCH_PROT is no setting and has no effect. Did you mean LEAKWATCH_PORT?'],
  ['TRUSTED_PROXY', undefined],
  ['TRUSTED_PROXYS', 'TRUSTED_PROXYS is no setting and has no effect. Did you mean TRUSTED_PROXIES?'],
  ['SESSION_IDLE_SECOND', 'SESSION_IDLE_SECOND is no setting and has no effect. Did you mean SESSION_IDLE_SECONDS?'],
  ['LEAKWATCH_SECRET', 'LEAKWATCH_SECRET is no setting and has no effect: see "Settings" in docs/operating.md'],
  ['KAFKA_HOME', undefined],
  ['LEAKWATCH_TOOLS', undefined],
  ['PATH', undefined],
])('of %s it says: %s', (name, line) => {
  expect(misspeltSettings([name, 'LEAKWATCH_HOME'], KNOWN)).toEqual(line === undefined ? [] : [line]);
});

it('a variable beside the setting that it resembles is meant as it is', () => {
  expect(misspeltSettings(['SMTP_URLS', 'SMTP_URL'], KNOWN)).toEqual([]);
});

it('no set of settings is misspelt, and each setting of ours without a letter is', () => {
  fc.assert(fc.property(fc.subarray(KNOWN), (given) => expect(misspeltSettings(given, KNOWN)).toEqual([])));
  const ours = KNOWN.filter((name) => name.startsWith('LEAKWATCH_'));
  fc.assert(
    fc.property(fc.constantFrom(...ours), fc.nat(), (name, at) => {
      const cut = 'LEAKWATCH_'.length + (at % (name.length - 'LEAKWATCH_'.length));
      const short = name.slice(0, cut) + name.slice(cut + 1);
      expect(misspeltSettings([short], KNOWN)).toEqual([expect.stringContaining(`${short} is no setting`)]);
    }),
  );
});
