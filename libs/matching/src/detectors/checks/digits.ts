/** Numbers of people and companies that carry check digits. Each function takes the digits alone. */

const digit = (digits: string, at: number): number => digits.charCodeAt(at) - 48;

function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * digit(digits, at), 0);
}

/** ISO/IEC 7812: card numbers. */
export function hasLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const doubled = digit(digits, digits.length - 1 - at) * (at % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** First digits and lengths of the networks: Mir, Visa, Mastercard, American Express, UnionPay, Maestro, JCB, Discover. */
const NETWORKS: readonly RegExp[] = [
  /^220[0-4]\d{12,15}$/,
  /^4(\d{12}|\d{15}|\d{18})$/,
  /^(5[1-5]\d{2}|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}$/,
  /^3[47]\d{13}$/,
  /^62\d{14,17}$/,
  /^(5018|5020|5038|5893|6304|6759|676[1-3])\d{8,15}$/,
  /^35(2[89]|[3-8]\d)\d{12}$/,
  /^6(011|4[4-9]\d|5\d{2})\d{12}$/,
];

export const isCardNumber = (digits: string): boolean => NETWORKS.some((network) => network.test(digits)) && hasLuhn(digits);

/** The Russian insurance number; numbers up to 001-001-998 have no check digits and do not count. */
export function isSnils(digits: string): boolean {
  if (digits.length !== 11 || Number(digits.slice(0, 9)) <= 1_001_998) return false;
  const sum = weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101;
  return (sum === 100 ? 0 : sum) === Number(digits.slice(9));
}

const INN_WEIGHTS = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8];
const innDigit = (digits: string, count: number): number => (weighted(digits, INN_WEIGHTS.slice(-count)) % 11) % 10;

/** The Russian tax number, of a company (10 digits) or a person (12). */
export function isInn(digits: string): boolean {
  if (/^0+$/.test(digits)) return false;
  if (digits.length === 10) return innDigit(digits, 9) === digit(digits, 9);
  return digits.length === 12 && innDigit(digits, 10) === digit(digits, 10) && innDigit(digits, 11) === digit(digits, 11);
}

/** The Russian registration number, of a company (13 digits) or a sole trader (15). */
export function isOgrn(digits: string): boolean {
  if (digits.length !== 13 && digits.length !== 15) return false;
  const body = digits.slice(0, -1);
  return Number((BigInt(body) % BigInt(digits.length - 2)) % 10n) === digit(digits, digits.length - 1) && !/^0+$/.test(digits);
}

/** Lengths of IBANs by country; others are not accepted. */
const IBAN_LENGTHS = new Map(
  [
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 ES24',
    'FI18 FR27 GB22 GE22 GR27 HR21 HU28 IE22 IL23 IS26 IT27 KW30 KZ20 LB28 LI21 LT20 LU20 LV21 MC27 MD24',
    'ME22 MK19 MT31 NL18 NO15 PL28 PT25 QA29 RO24 RS22 SA24 SE24 SI19 SK24 SM27 TR26 UA29',
  ].flatMap((line) => line.split(' ').map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const)),
);

/** ISO 13616: the remainder of the number, its first four characters moved to the end, letters as 10 to 35. */
export function ibanRemainder(iban: string): number {
  const moved = iban.slice(4) + iban.slice(0, 4);
  const digits = moved.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return Number(BigInt(digits) % 97n);
}

export const isIban = (iban: string): boolean =>
  /^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban) && IBAN_LENGTHS.get(iban.slice(0, 2)) === iban.length && ibanRemainder(iban) === 1;
