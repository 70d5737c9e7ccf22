/**
 * From this resemblance on two texts are nearly the same. Chosen by `npm run bench -- similarity` (docs/benchmarks.md): copies with one or two
 * changed lines reach it, texts that have a line or a heading in common do not.
 */
export const NEAR_TEXT = 0.4;

/** The size of the intersection of two ascending lists without repetitions. */
function sharedBy(left: ArrayLike<number>, right: ArrayLike<number>): number {
  let shared = 0;
  for (let at = 0, other = 0; at < left.length && other < right.length; ) {
    const a = left[at] ?? 0;
    const b = right[other] ?? 0;
    if (a === b) shared += 1;
    if (a <= b) at += 1;
    if (b <= a) other += 1;
  }
  return shared;
}

/** Common fingerprints of all fingerprints of two texts, from 0 to 1; 0 where one has none. */
export function resemblanceOf(left: ArrayLike<number>, right: ArrayLike<number>): number {
  const shared = sharedBy(left, right);
  return shared === 0 ? 0 : shared / (left.length + right.length - shared);
}

/**
 * Fingerprints of a text by which it is found. The least ones are a random sample of all, so two texts with the resemblance r have none of
 * them in common about once in 1 / (1 - r)^8: of those just at NEAR_TEXT 1.7 % are missed, from 0.6 on less than 0.1 %. All of them, which
 * would miss none, cost three to four times as much to keep and to look for.
 */
export const SOUGHT_MAX = 8;

/**
 * The fingerprints by which texts that are nearly the same find each other: the first ones in ascending order. With up to 12 fingerprints,
 * two texts with a resemblance of NEAR_TEXT or more have at least one of them in common (prefix filtering).
 */
export const soughtOf = (fingerprints: Int32Array): Int32Array =>
  fingerprints.slice(0, Math.min(SOUGHT_MAX, fingerprints.length - Math.ceil(NEAR_TEXT * fingerprints.length) + 1));

/** What of a text decides whether another one is nearly the same. */
export interface ComparedText {
  /** As fingerprintsOf returns them. */
  readonly fingerprints: ArrayLike<number>;
  /** Its secrets, or a hash of each. */
  readonly secrets: readonly string[];
}

/** Whether both hold secrets and none in common: copies of a template are different leaks then, however similar the rest is. */
const haveOtherSecrets = (left: ComparedText, right: ComparedText): boolean =>
  left.secrets.length > 0 && right.secrets.length > 0 && !left.secrets.some((secret) => right.secrets.includes(secret));

/** The resemblance of two texts that are nearly the same, from NEAR_TEXT to 1; null for others. */
export function nearnessOf(left: ComparedText, right: ComparedText): number | null {
  const resemblance = resemblanceOf(left.fingerprints, right.fingerprints);
  return resemblance < NEAR_TEXT || haveOtherSecrets(left, right) ? null : resemblance;
}

/**
 * Whether `other` is shown beside a text that is nearly the same, and may be judged with it. A text without a secret (a template with
 * `changeme`) says nothing of a copy that holds one: to close both would hide a leak.
 */
export const reaches = (text: ComparedText, other: ComparedText): boolean => text.secrets.length > 0 || other.secrets.length === 0;
