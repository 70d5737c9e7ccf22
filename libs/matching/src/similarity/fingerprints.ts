/** Characters of one k-gram. */
export const GRAM = 12;
/** K-grams of which at least one is kept. */
export const WINDOW = 24;
/**
 * Every run of so many characters that two texts share, white space and letter case aside, gives them a common fingerprint, as long as
 * neither has more than FINGERPRINTS_MAX.
 */
export const GUARANTEED_RUN = GRAM + WINDOW - 1;
/** Characters of a text that are read; texts of events are at most 8 KiB. */
export const FINGERPRINTED_MAX = 64 * 1024;
/** Fingerprints that are kept of a text: a text of 500 characters has about 31, the longest one of an event about 600. Of more, the smallest are kept. */
export const FINGERPRINTS_MAX = 256;

/** An odd multiplier: the hash runs modulo 2^32. */
const BASE = 0x01000193;
let leading = 1;
for (let at = 1; at < GRAM; at += 1) leading = Math.imul(leading, BASE);
/** What the character that leaves a k-gram counts in its hash. */
const LEADING = leading;

/** The finaliser of MurmurHash3, so that the least hash of a window is any of its k-grams. */
function mix(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** A text as it is compared: without white space, in small letters. */
export const comparedText = (text: string): string => text.slice(0, FINGERPRINTED_MAX).replaceAll(/\s+/gu, '').toLowerCase();

/** The hashes of all k-grams of a text that was made comparable, in its order; signed integers of 32 bits. */
function gramsOf(compared: string): Int32Array {
  const grams = new Int32Array(Math.max(0, compared.length - GRAM + 1));
  let hash = 0;
  for (let at = 0; at < compared.length; at += 1) {
    if (at >= GRAM) hash = (hash - Math.imul(compared.charCodeAt(at - GRAM), LEADING)) | 0;
    hash = (Math.imul(hash, BASE) + compared.charCodeAt(at)) | 0;
    if (at >= GRAM - 1) grams[at - GRAM + 1] = mix(hash);
  }
  return grams;
}

/** The rightmost place of the least value from `from` to before `to`. */
function leastOf(values: Int32Array, from: number, to: number): number {
  let least = from;
  let value = values[from] ?? 0;
  for (let at = from + 1; at < to; at += 1) {
    const other = values[at] ?? 0;
    if (other > value) continue;
    least = at;
    value = other;
  }
  return least;
}

/** The first FINGERPRINTS_MAX different values of an ascending list. */
function firstOf(sorted: Int32Array): Int32Array {
  let count = 0;
  for (const value of sorted) {
    if (count > 0 && sorted[count - 1] === value) continue;
    if (count === FINGERPRINTS_MAX) break;
    sorted[count] = value;
    count += 1;
  }
  return sorted.slice(0, count);
}

/**
 * Winnowing: the least hash of each window of WINDOW k-grams, each once, in ascending order; signed integers of 32 bits. Empty for a text
 * that is shorter than GUARANTEED_RUN, which says too little to be compared.
 */
export function fingerprintsOf(compared: string): Int32Array {
  const grams = gramsOf(compared);
  if (grams.length < WINDOW) return new Int32Array(0);
  const kept = new Int32Array(grams.length - WINDOW + 1);
  let count = 0;
  let least = -1;
  for (let end = WINDOW; end <= grams.length; end += 1) {
    const begin = end - WINDOW;
    if (least < begin) least = leastOf(grams, begin, end);
    else if ((grams[end - 1] ?? 0) <= (grams[least] ?? 0)) least = end - 1;
    // The window has the least hash of the one before.
    else continue;
    kept[count] = grams[least] ?? 0;
    count += 1;
  }
  return firstOf(kept.subarray(0, count).sort());
}
