import type { Span } from '../../text/spans.ts';
import { entropyOf, isPlaceholder } from './entropy.ts';
import { assignedValue, isCode } from './passwords.ts';

/** Words before `key` of what is no secret: names of rows and places, halves that everybody may have, and names of texts and of parts of a page. */
const NAMES_NO_SECRET = new Set(
  'the this that your our new each every same a an const let var gpg pgp openpgp public pub pinnedpub publishable primary foreign unique composite cache partition sort object storage bucket row group hash lookup index map state item file image content translation message locale i label title shard routing registry hot host ssh site anon idempotency query event ordering dictionary config json data node react element tree column field attribute property option menu tab page route category tag type name parent child entity record doc document'.split(
    ' ',
  ),
);

/** What `secret_setting` finds, and what `encryption_key_hex` finds where the value is hexadecimal: their names say more. */
const NAMED_BETTER = /(?:api[_-]?key|access_?key|secret[_-]?key|private_key)$/i;
const OF_ENCRYPTION = /(?:encryption_?|aes_|master_)key$/i;
const ENCRYPTION_KEY = /^(?:[\da-f]{32}){1,2}$/;

/** The last word of a name before `key`: `public` of `rsaPublicKey` and `public_key`. */
const LAST_WORD = /([A-Za-z][a-z]*|[A-Z]+)[ _.-]?(?:key|KEY|Key)$/;
/** The name, which a quote may follow, and the sign behind it. */
const NAME = /^([?&]?[\w.-]*(?: [\w.-]+)?)["'`\\]*\s*(?:=>|:=|[!=]={1,2}|\|\||\?\?|[:=,)])/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** What public keys begin with, in OpenSSH's form and in DER. */
const PUBLIC = /^(?:AAAA[BCE]3|MII[BC]IjAN|MIGfMA0G|MFkwEwYH|MHYwEAYH|MCowBQYD)/;
/** Bits of each character: random hexadecimal digits have 3.6 on average. */
const ENTROPY = 3;
const PART_MIN = 16;
/** Random texts of 20 letters and digits go from one to the other five times, names with a version or a number once or twice. */
const TURNS_MIN = 3;

const turnsIn = (text: string): number => (text.match(/[A-Za-z]+|\d+/g)?.length ?? 1) - 1;

/** Whether a text can be a key of no known format: random, and no name, path or id. */
export function isKeyValue(value: string): boolean {
  if (isPlaceholder(value) || UUID.test(value) || PUBLIC.test(value) || entropyOf(value) < ENTROPY) return false;
  const longest = value.split(/[._/+~=-]+/).reduce((one, other) => (other.length > one.length ? other : one), '');
  return longest.length >= PART_MIN && turnsIn(longest) >= TURNS_MIN;
}

/** `name = value` where the name says that the value is a key, and the value is random. */
export function isKeySetting(text: string): boolean {
  const [, name] = NAME.exec(text) ?? [];
  const { value, quoted } = assignedValue(text) ?? { value: '', quoted: false };
  if (name === undefined || NAMED_BETTER.test(name) || (!quoted && isCode(value))) return false;
  if (OF_ENCRYPTION.test(name) && ENCRYPTION_KEY.test(value)) return false;
  return !namesNoSecret(name) && isKeyValue(value);
}

/** Whether a name that ends with `key` is that of a public key, a row or a part of a page. */
export function namesNoSecret(name: string): boolean {
  const [, word] = LAST_WORD.exec(name) ?? [];
  return word !== undefined && NAMES_NO_SECRET.has(word.toLowerCase());
}

/** From the end of the name: what the expression of `key_setting` says from there on. */
const ASSIGNED_KEY =
  /(?:key|[_-]pat|[_-]credentials?|sonar\.?login|test_reporter_id)(?:["'`\]]{0,2}\)?(?:\s{0,4}[:=]\s{0,4}[\w.$()[\]]{3,40})?["']?\)?\s{0,2}(?:[!=]={1,2}|\|\||\?\?)\s{0,4}\\{0,3}["'`]|\\{0,3}["'`]?\]?\s{0,24}(?:=>|:=|[:=])\s{0,24}\\{0,3}["'`]?|["']\s{0,2},\s{0,2}["'](?:\\?")?)[\w+/.~-]{20,200}={0,2}\(?/gi;
/** Characters of a name that are read. */
const NAME_MAX = 24;
/** In a sentence a word stands before it: `mail key: …`. */
const NAME_BEFORE = /[?&]?(?:(?<![\\\w.-])[A-Za-z][\w.-]{2,} )?[\w.-]*$/;

/**
 * Settings of which the name says that the value is a key, with their names. A name may begin anywhere, so an expression with one would have to
 * be tried at each letter: this looks for the word `key` first. In UTF-16 code units.
 */
export function keySettingsIn(text: string): readonly Span[] {
  return [...text.matchAll(ASSIGNED_KEY)].flatMap(({ 0: match, index }) => {
    const before = NAME_BEFORE.exec(text.slice(Math.max(0, index - NAME_MAX), index))?.[0] ?? '';
    const span = { start: index - before.length, end: index + match.length };
    // `key` alone names anything; in an address it is a parameter of a call.
    const isNamed = before !== '' || /^(?:sonar|test)/i.test(match);
    return isNamed && isKeySetting(text.slice(span.start, span.end)) ? [span] : [];
  });
}
