import { hasLuhn, isCardNumber, isIban, isInn, isOgrn, isSnils } from './digits.ts';
import { entropyOf, isPlaceholder } from './entropy.ts';
import {
  assignedValue,
  isBracedPassword,
  isEnvironmentPassword,
  isCode,
  isLetterGroups,
  isPhrase,
  isSignedSecret,
  isSpokenPassword,
  isUnusualPassword,
  looksLikePassword,
} from './passwords.ts';
import { isKeySetting, isKeyValue } from './key-settings.ts';
import { AGE_PREFIX, bech32Checksum, crcBase36, crcBase62, crcBase64Little, crcHex, crcHexLittle, jsonIn } from './tokens.ts';

/** `unknown`: the text has no checksum that could be computed, such as the older form of a token. */
export type Verdict = 'right' | 'wrong' | 'unknown';

/** Random hexadecimal text of 16 characters has about 3.3 bits; words have less. */
const SECRET_ENTROPY = 3;

/** Of random texts of 40 characters two of a thousand change their class less often; names in a path do so about twelve times. */
const TURNS_MIN = 16;
const turnsIn = (text: string): number => (text.match(/[A-Z]+|[a-z]+|\d+|[+/]+/g)?.length ?? 1) - 1;

const judge = (right: boolean): Verdict => (right ? 'right' : 'wrong');
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** GitHub: the last six characters are the CRC of the thirty before them, without the prefix. */
function github(text: string): Verdict {
  const body = text.slice(text.indexOf('_') + 1);
  return body.length === 36 ? judge(crcBase62(body.slice(0, 30)) === body.slice(30)) : 'unknown';
}

/** npm announced GitHub's scheme without saying what is summed: only a right sum says something. */
const npm = (text: string): Verdict => (github(text) === 'right' ? 'right' : 'unknown');

/** GitLab's routable tokens: the CRC of all before it, in seven digits of base 36. */
const gitlab = (text: string): Verdict =>
  /\.[0-9a-z]{2}\.?[0-9a-z]{7}$/.test(text) ? judge(crcBase36(text.slice(0, -7)) === text.slice(-7)) : 'unknown';

/** Atlassian: the CRC of all before it, the sign of equality included, as eight capital digits. */
const atlassian = (text: string): Verdict => judge(crcHex(text.slice(0, -8)).toUpperCase() === text.slice(-8));
const leakwatch = (text: string): Verdict => judge(crcBase62(text.slice(3, -6)) === text.slice(-6));
const grafana = (text: string): Verdict => judge(crcHexLittle(text.slice(0, -9)) === text.slice(-8));
const confluent = (text: string): Verdict => judge(crcBase64Little(text.slice(4, -6)) === text.slice(-6));
const zuplo = (text: string): Verdict => judge(crcHex(text.slice(5, -9)) === text.slice(-8));
const age = (text: string): Verdict => {
  const data = text.toLowerCase().slice(AGE_PREFIX.length + 1);
  return judge(bech32Checksum(AGE_PREFIX, data.slice(0, -6)) === data.slice(-6));
};

/** JWT: the header is JSON with an algorithm. */
const jwt = (text: string): Verdict => judge(typeof jsonIn(text.split('.')[0] ?? '')?.['alg'] === 'string');
const claimsOf = (text: string) => jsonIn(text.split('.')[1] ?? '');
/** Tokens of accounts of services, which the older kind of secret keeps for ever. */
const kubernetes = (text: string): Verdict => {
  const claims = claimsOf(text);
  const subject = claims?.['sub'];
  return judge(
    claims?.['iss'] === 'kubernetes/serviceaccount' || (typeof subject === 'string' && subject.startsWith('system:serviceaccount:')),
  );
};
/** The key that no row security holds back, but for the one of every installation on a machine of a developer. */
const supabase = (text: string): Verdict => {
  const claims = claimsOf(text);
  return judge(claims?.['role'] === 'service_role' && claims['iss'] !== 'supabase-demo');
};
const grafanaCloud = (text: string): Verdict => {
  const json = jsonIn(text.slice(4));
  return json === null ? 'unknown' : judge('k' in json && 'o' in json);
};
const grafanaOld = (text: string): Verdict => {
  const json = jsonIn(text);
  return json === null ? 'unknown' : judge('k' in json && 'n' in json);
};
const sentry = (text: string): Verdict => {
  const json = jsonIn(text.split('_')[1] ?? '');
  return json === null ? 'unknown' : judge('iat' in json);
};
/** Base64 of user:password, in UTF-8. */
const isCredentials = (encoded: string): boolean => /^[^\p{Cc}\ufffd]+:[^\p{Cc}\ufffd]+$/u.test(Buffer.from(encoded, 'base64').toString());
/** Docker's `auth`: base64 of user:password. */
const dockerAuth = (text: string): Verdict => {
  const [, encoded = ''] = /"auth\\?"\s*:\s*\\?"([A-Za-z0-9+/=]+)/.exec(text) ?? [];
  return judge(isCredentials(encoded));
};
/** `_auth` of .npmrc is the same; what stands behind the address of a registry is its password. */
const npmAuth = (text: string): Verdict =>
  judge(text.startsWith(':') || isCredentials(/[A-Za-z0-9+/=]+$/.exec(text.slice(text.indexOf('=') + 1))?.[0] ?? ''));
const UUIDS = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** The id of a client and its secret, as servers of OAuth give them. */
const uuidPair = (text: string): Verdict => judge(UUIDS.test(Buffer.from(text, 'base64').toString('latin1')));
/** HTTP Basic: base64 of user:password. */
const basic = (text: string): Verdict => judge(isCredentials(text.slice(text.lastIndexOf(' ') + 1)));
/** `name = value`: the value can be a password. */
const assignment = (text: string): Verdict => {
  const assigned = assignedValue(text);
  return judge(assigned !== null && looksLikePassword(assigned.value, assigned.quoted));
};
/** Where the secret stands alone: an option of a command, a word behind a directive. */
const argument = (text: string): Verdict => judge(looksLikePassword(text, true));
/** The same where names and types stand too. */
const mixedArgument = (text: string): Verdict => judge(looksLikePassword(text, false));
const unusualPassword = (text: string): Verdict => judge(isUnusualPassword(text));
/** Behind a word of a sentence or in the cell of a table. */
const spoken = (text: string): Verdict => judge(isSpokenPassword(text));
/** A key of no known vendor: it holds digits and letters in no order. */
const secretValue = (text: string): Verdict => {
  const { value, quoted } = assignedValue(text) ?? { value: '', quoted: false };
  if (!quoted && isCode(value)) return 'wrong';
  return judge(/\d/.test(value) && /[A-Za-z]/.test(value) && entropyOf(value) >= SECRET_ENTROPY && !isPlaceholder(value));
};
/** The password of an address is not a name or a placeholder. */
const address = (text: string): Verdict => {
  const [, password = ''] = /\/\/[^:@/]*:([^/]*)@/.exec(text) ?? [];
  return judge(password !== '' && looksLikePassword(password, true));
};
/** The first part of a Discord token is the id of its bot. */
const discord = (text: string): Verdict => judge(/^\d{17,20}$/.test(Buffer.from(text.split('.')[0] ?? '', 'base64').toString('latin1')));

export const CHECKS = {
  github,
  npm,
  gitlab,
  atlassian,
  leakwatch,
  grafana,
  confluent,
  zuplo,
  age,
  jwt,
  kubernetes,
  supabase,
  grafanaCloud,
  grafanaOld,
  sentry,
  dockerAuth,
  basic,
  npmAuth,
  uuidPair,
  assignment,
  argument,
  mixedArgument,
  unusualPassword,
  spoken,
  secretValue,
  address,
  discord,
  environmentPassword: (text) => judge(isEnvironmentPassword(text)),
  signedSecret: (text) => judge(isSignedSecret(text)),
  keyValue: (text) => judge(isKeySetting(text)),
  keyAlone: (text) => judge(isKeyValue(text)),
  phrase: (text) => judge(isPhrase(text)),
  braced: (text) => judge(isBracedPassword(text)),
  letters: (text) => judge(isLetterGroups(text)),
  /** Random text has capital and small letters and digits, in turns; paths and words lack one of them, or keep to one for long. */
  mixed: (text) => judge(/[A-Z]/.test(text) && /[a-z]/.test(text) && /\d/.test(text) && turnsIn(text) >= TURNS_MIN),
  luhn: (text) => judge(hasLuhn(digitsOf(text))),
  card: (text) => judge(isCardNumber(digitsOf(text))),
  snils: (text) => judge(isSnils(digitsOf(text))),
  inn: (text) => judge(isInn(digitsOf(text))),
  ogrn: (text) => judge(isOgrn(digitsOf(text))),
  iban: (text) => judge(isIban(text.replaceAll(' ', ''))),
} as const satisfies Record<string, (text: string) => Verdict>;

export type CheckName = keyof typeof CHECKS;
