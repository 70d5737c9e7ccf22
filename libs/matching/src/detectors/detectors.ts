import type { Detector } from './detector.ts';
import { BUILD } from './formats/build.ts';
import { CLOUDS, GOOGLE_FILES } from './formats/clouds.ts';
import { DECLARED } from './formats/declared.ts';
import { DATABASES, HOSTING } from './formats/hosting.ts';
import { HASHES } from './formats/hashes.ts';
import { KEYS } from './formats/keys.ts';
import { MESSAGING } from './formats/messaging.ts';
import { MONITORING } from './formats/monitoring.ts';
import { PASSWORD_PLACES } from './formats/password-places.ts';
import { PASSWORD_PROGRAMS } from './formats/password-programs.ts';
import { PASSWORDS } from './formats/passwords.ts';
import { AI, PAYMENT } from './formats/payment.ts';
import { PERSONAL } from './formats/personal.ts';
import { SECRETS } from './formats/secrets.ts';
import { SOURCE_CONTROL } from './formats/source-control.ts';
import { WORK } from './formats/work.ts';

/** All formats that Leakwatch recognises by itself. Where two match the same text, the first one counts. */
export const DETECTORS: readonly Detector[] = [
  ...SOURCE_CONTROL,
  ...BUILD,
  ...CLOUDS,
  ...GOOGLE_FILES,
  ...HOSTING,
  ...DATABASES,
  ...MONITORING,
  ...MESSAGING,
  ...PAYMENT,
  ...WORK,
  ...AI,
  ...KEYS,
  ...PASSWORDS,
  ...SECRETS,
  ...HASHES,
  ...PASSWORD_PLACES,
  ...PASSWORD_PROGRAMS,
  ...DECLARED,
  ...PERSONAL,
];

/**
 * Raised when a format, a check or a rule changes, or how secrets and texts are compared (similarity): events that were examined with an
 * older set are examined again in the background.
 */
export const DETECTORS_VERSION = 11;
