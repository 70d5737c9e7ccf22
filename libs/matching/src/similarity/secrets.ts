import { behindHead } from '../detectors/behind-head.ts';
import { plainOf } from '../detectors/checks/base64.ts';
import { entropyOf, isPlaceholder } from '../detectors/checks/entropy.ts';
import { withoutParameters } from '../detectors/checks/passwords.ts';
import type { Detected, Found } from '../detectors/detector-table.ts';
import { type Detector, ENTROPY_MIN, type MaskStyle } from '../detectors/detector.ts';
import { DETECTORS } from '../detectors/detectors.ts';
import { restOfValue } from '../detectors/hiding/rest-of-value.ts';
import { WELL_KNOWN } from './well-known.ts';

/** A shorter value (a password of seven characters, a number of few digits) stands in unrelated places by chance. */
export const SECRET_MIN = 8;
/** Secrets of one text, the first ones; a list of people's numbers has more, and is compared by its text. */
export const SECRETS_MAX = 32;
/** Characters of a private key that identify it: shorter beginnings are the same for all keys of a kind. */
const KEY_CHARACTERS = 128;
/** Characters behind the heading of a private key that are read, with line breaks, quotes and indentation. */
const KEY_REACH = 1_024;

const BY_ID = new Map(DETECTORS.map((detector) => [detector.id as string, detector]));

/** An encrypted key is found together with what behind its heading says that it is. */
const KEY_HEADING = /^-{4,5} ?BEGIN [A-Z0-9 ]+-{4,5}/;

/** No expression that matches only the beginning of a value stops before so many characters; behind a shorter one stands something else. */
const CUT_MIN = 32;

/** What the value is when everything is left out that depends on where it stands. */
const NORMALISED: Readonly<Record<Exclude<MaskStyle, 'behind' | 'none'>, (value: string) => string>> = {
  token: (value) => value.replace(/^(?:basic|bearer)\s+/i, ''),
  whole: (value) => value,
  address: (value) => /:\/\/[^:@/]*:([^/]*)@/.exec(value)?.[1] ?? '',
  assignment: (value) =>
    withoutParameters(value.replace(/^[^:=,>]*(?:=>|:=|::(?=\s)|[:=,>])\s*/, '')).replace(/^\\{1,3}(?=["'`])|(?:\\{0,3}["'`]|<\/)$/g, ''),
  card: (value) => value.replaceAll(/\D/g, ''),
  ending: (value) => value.replaceAll(/[^0-9a-z]/gi, '').toUpperCase(),
};

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The character of a number; nothing for one that there is not. */
const characterOf = (code: number): string => (code <= 0x10_ffff ? String.fromCodePoint(code) : '');

/** What `%40%21` stands for; also where the sign of the encoding was encoded itself. */
function unescaped(encoded: string): string {
  try {
    return decodeURIComponent(encoded.replaceAll(/%(?:25)*([0-9a-f]{2})/gi, '%$1'));
  } catch {
    return encoded;
  }
}

/**
 * A value without the escapes of an address (`%40`), of HTML and XML (`&amp;`) or of a string (`\u0026`, `\"`). An escaped line break ends the
 * value. All backslashes are removed, because the number of times they were doubled is not known.
 */
const withoutEscapes = (value: string): string =>
  value
    .replace(/\\+[nr].*$/s, '')
    .replaceAll(/\\+(?:u|x(?=[0-9a-f]{2}))(?:00)?([0-9a-f]{2})/gi, (_, digits: string) => characterOf(Number.parseInt(digits, 16)))
    .replaceAll('\\', '')
    .replaceAll(/(?:%(?:25)*[0-9a-f]{2})+/gi, unescaped)
    .replaceAll(/&(amp|lt|gt|quot|apos|nbsp);/gi, (sign, name: string) => SIGNS[name.toLowerCase()] ?? sign)
    // A sentence ends before the semicolon of the last one.
    .replaceAll(/&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}))(?:;|$)/gi, (_, digits: string | undefined, decimal: string) =>
      characterOf(digits === undefined ? Number(decimal) : Number.parseInt(digits, 16)),
    );

/** The base64 of a private key behind its heading, however its lines are broken, indented, quoted and joined; empty where it is cut off. */
function keyBehind(text: string, end: number): string {
  const behind = text.slice(end, end + KEY_REACH);
  const close = behind.indexOf('-----END');
  const body = (close === -1 ? behind : behind.slice(0, close))
    // Headers of the old format, which are no base64.
    .replaceAll(/(?:Proc-Type|DEK-Info|Version|Comment): [^\r\n\\]*/g, '')
    // A sign that joins quoted parts.
    .replaceAll(/["'`]\s*[+.]?\s*["'`]/g, '')
    .replaceAll(/\\[nrt]|[^A-Za-z0-9+/]/g, '');
  return close === -1 && body.length < KEY_CHARACTERS ? '' : body.slice(0, KEY_CHARACTERS);
}

/** A match without what depends on its place. One that the expression cut is read as far as it reaches: in other places the whole of it is found. */
function plainValue(text: string, found: Found, detector: Detector, mask: Exclude<MaskStyle, 'none'>): string {
  const valueOf = (match: string) => (mask === 'behind' ? behindHead(detector, match) : NORMALISED[mask](match));
  const value = valueOf(text.slice(found.start, found.end));
  const mayBeCut = (mask === 'behind' || mask === 'assignment') && value.length >= CUT_MIN;
  const rest = mayBeCut ? restOfValue(text, found) : null;
  return rest === null ? value : valueOf(text.slice(found.start, rest.end));
}

/** What of a found value is the secret, wherever it stands; null for what is none, or says too little. */
function secretOf(text: string, found: Found): string | null {
  const { detector: id, start, end } = found;
  const value = text.slice(start, end);
  const detector = BY_ID.get(id);
  // An expression of staff may match a word that is in every document.
  if (detector === undefined) return entropyOf(value) >= ENTROPY_MIN && /\d/.test(value) ? value : null;
  if (id === 'private_key' || id === 'encrypted_private_key')
    return keyBehind(text, start + (KEY_HEADING.exec(value)?.[0].length ?? value.length));
  const { mask = 'token', severity, check } = detector;
  // Headings and names are no secrets, nor are public numbers of companies.
  if (mask === 'none' || (mask === 'ending' && severity === 'low')) return null;
  const secret = withoutEscapes(plainValue(text, found, detector, mask)).replaceAll(/^["'`\s]+|["'`\s;,)]+$/g, '');
  // A manifest of Kubernetes holds the base64 of a password.
  return (check === 'assignment' ? plainOf(secret)?.trimEnd() : undefined) ?? secret;
}

/**
 * The secrets in a text by which events are the same leak whatever surrounds them: each once, at most SECRETS_MAX. Plain values: they
 * are hashed with a key before they are stored.
 */
export function secretsOf(text: string, { found }: Detected): readonly string[] {
  const secrets = new Set<string>();
  for (const one of found) {
    const secret = secretOf(text, one);
    if (secret === null || secret.length < SECRET_MIN || isPlaceholder(secret) || WELL_KNOWN.has(secret.toLowerCase())) continue;
    secrets.add(secret);
    if (secrets.size === SECRETS_MAX) break;
  }
  return [...secrets];
}
