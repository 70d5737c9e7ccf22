import { Inject, Injectable } from '@nestjs/common';
import { comparedText, type Detected, fingerprintsOf, secretsOf } from '@leakwatch/matching';
import { SETTINGS, Signer, soleKey } from '@leakwatch/platform';
import type { EventsSettings } from '../settings.ts';

/** What the text of an event is compared by. Ids and hashes are 128 bits in hexadecimal digits, which PostgreSQL takes as UUIDs. */
export interface Compared {
  /** Null for a text that says too little. */
  readonly text: { readonly id: string; readonly fingerprints: Int32Array } | null;
  /** Keyed hashes, ascending. */
  readonly secrets: readonly string[];
  /** The hash of the secret that the title names; of another one where that is none. Null without secrets. */
  readonly leading: string | null;
}

export const NOTHING_COMPARED: Compared = { text: null, secrets: [], leading: null };

/** The version of the key. Raised together with DETECTORS_VERSION, which makes all events be compared again. */
const KEY_VERSION = 1;
/** Of the fingerprints, so that a text never keeps those of another version. Raised together with DETECTORS_VERSION too. */
const TEXT_VERSION = 3;
const HASH_BYTES = 16;

/** Makes of a text what it is compared by. Hashes differ between organisations, so that none can look for the secrets of another. */
@Injectable()
export class CompareTexts {
  private readonly signer: Signer;

  constructor(@Inject(SETTINGS) settings: Pick<EventsSettings, 'LEAKWATCH_FINGERPRINT_KEY'>) {
    this.signer = new Signer(soleKey(settings.LEAKWATCH_FINGERPRINT_KEY), `similar-events-${KEY_VERSION}`);
  }

  /** `worst`: the detector whose value the title names. */
  of(organisation: string, text: string, detected: Detected, worst: string | undefined): Compared {
    const hashOf = (secret: string) => this.hash('secret', organisation, secret);
    const found = secretsOf(text, detected);
    const [first = found[0]] = secretsOf(text, { ...detected, found: detected.found.filter(({ detector }) => detector === worst) });
    const leading = first === undefined ? null : hashOf(first);
    const secrets = found.map(hashOf).sort();
    const compared = comparedText(text);
    const fingerprints = fingerprintsOf(compared);
    if (fingerprints.length === 0) return { text: null, secrets, leading };
    // With the secrets, so that one row says of all events of a text which they hold.
    return { text: { id: this.hash(`text ${TEXT_VERSION}`, organisation, secrets.join(), compared), fingerprints }, secrets, leading };
  }

  private hash(...parts: readonly string[]): string {
    const hash = Buffer.from(this.signer.sign(parts.join('\0')), 'base64url');
    return hash.toString('hex', 0, HASH_BYTES);
  }
}
