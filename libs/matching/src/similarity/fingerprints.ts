import { LICENCES } from './licences.ts';

/** Characters of one k-gram: a line that was moved, or a name that was changed, takes no more of its neighbours. */
export const GRAM = 8;
/** K-grams of which at least one is kept. */
export const WINDOW = 24;
/**
 * Every run of so many letters and digits that two texts share, letter case aside, gives them a common fingerprint, as long as neither has
 * more than FINGERPRINTS_MAX and the run is no part of a licence.
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

/** Line breaks, tabs and letters as strings of programs write them, and signs as HTML and XML do. */
const WRITTEN = /\\+(?:[nrt]|u(?:\{[0-9a-f]{1,6}\}|[0-9a-f]{4}))|&(?:[a-z]{2,6}|#[0-9]{1,7}|#x[0-9a-f]{1,6});/giu;

/** The letter of `\u0430`; a space for a sign. */
function lettersOf(written: string): string {
  const digits = /u\{?([0-9a-f]{1,6})/i.exec(written)?.[1];
  const code = written.startsWith('\\') && digits !== undefined ? Number.parseInt(digits, 16) : 0x20;
  return code > 0x10_ffff ? ' ' : String.fromCodePoint(code);
}

/**
 * A text as it is compared: its letters and digits alone, in small letters. Quotes, indentation, marks of comments and quotations, and how
 * a string or page writes them say nothing of what leaked.
 */
export function comparedText(text: string): string {
  const read = text.slice(0, FINGERPRINTED_MAX);
  const plain = /[\\&]/.test(read) ? read.replaceAll(WRITTEN, lettersOf) : read;
  // Most texts are ASCII: the same result in half the time.
  return /^\p{ASCII}*$/u.test(plain)
    ? plain.toLowerCase().replaceAll(/[^a-z0-9]+/g, '')
    : plain
        .normalize('NFC')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

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

/** The least hash of each window of WINDOW k-grams, in the order of the text. */
function winnow(grams: Int32Array): Int32Array {
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
  return kept.subarray(0, count);
}

let licences: ReadonlySet<number> | undefined;
const ofLicences = (): ReadonlySet<number> => (licences ??= new Set(LICENCES.flatMap((text) => [...gramsOf(comparedText(text))])));

/** Leaves out what licences hold; nothing where a text is little more than a licence. */
function withoutLicences(kept: Int32Array): Int32Array {
  const known = ofLicences();
  const own = kept.filter((gram) => !known.has(gram));
  return own.length === 0 ? kept : own;
}

/**
 * Winnowing: the least hash of each window of WINDOW k-grams, each once, in ascending order; signed integers of 32 bits. Empty for a text
 * that is shorter than GUARANTEED_RUN, which says too little to be compared.
 */
export function fingerprintsOf(compared: string): Int32Array {
  const grams = gramsOf(compared);
  return grams.length < WINDOW ? new Int32Array(0) : firstOf(withoutLicences(winnow(grams)).sort());
}
