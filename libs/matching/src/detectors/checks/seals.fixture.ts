import { hasLuhn, ibanRemainder, isCardNumber, isInn, isOgrn, isSnils } from './digits.ts';
import { AGE_PREFIX, bech32Checksum, crcBase36, crcBase62, crcBase64Little, crcHex, crcHexLittle } from './tokens.ts';

/** The check digits behind which `isRight` accepts the digits of the body. */
function withDigits(count: number, isRight: (digits: string) => boolean) {
  return (body: string): string => {
    const digits = body.replaceAll(/\D/g, '');
    for (let value = 0; value < 10 ** count; value++) {
      const check = String(value).padStart(count, '0');
      if (isRight(digits + check)) return body + check;
    }
    throw new RangeError('no check digits fit');
  };
}

/** Puts the check digits of an IBAN behind its country. The number is the last word of the body. */
function iban(body: string): string {
  const at = body.lastIndexOf(' ') + 1;
  const [country, rest] = [body.slice(at, at + 2), body.slice(at + 2)];
  return `${body.slice(0, at)}${country}${String(98 - ibanRemainder(`${country}00${rest}`)).padStart(2, '0')}${rest}`;
}

/** How a text gets its checksum: the reverse of checks.ts, for samples. */
const SEALS: Readonly<Record<string, (body: string) => string>> = {
  github: (body) => body + crcBase62(body.slice(body.indexOf('_') + 1)),
  leakwatch: (body) => body + crcBase62(body.slice(3)),
  gitlab: (body) => body + crcBase36(body),
  atlassian: (body) => body + crcHex(body).toUpperCase(),
  grafana: (body) => `${body}_${crcHexLittle(body)}`,
  confluent: (body) => body + crcBase64Little(body.slice(4)),
  zuplo: (body) => `${body}_${crcHex(body.slice(5))}`,
  age: (body) => {
    const data = `${body.slice(AGE_PREFIX.length + 1)}`.toLowerCase();
    return body + bech32Checksum(AGE_PREFIX, data).toUpperCase();
  },
  luhn: withDigits(1, hasLuhn),
  card: withDigits(1, isCardNumber),
  snils: withDigits(2, isSnils),
  inn: withDigits(1, isInn),
  inn_person: withDigits(2, isInn),
  ogrn: withDigits(1, isOgrn),
  iban,
};

/** The body with the checksum of that name. */
export function seal(name: string, body: string): string {
  const make = SEALS[name];
  if (make === undefined) throw new RangeError(`no checksum is named ${name}`);
  return make(body);
}
