import { seal } from './checks/seals.fixture.ts';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';

/** The alphabets of templates: `{A36}` is 36 characters of the first. */
const ALPHABETS: Readonly<Record<string, string>> = {
  A: DIGITS + UPPER + LOWER,
  B: `${UPPER}${LOWER}${DIGITS}+/`,
  C: UPPER + LOWER,
  D: DIGITS,
  H: `${DIGITS}abcdef`,
  K: 'bcdfghjkmnpqrstvwxz',
  L: LOWER + DIGITS,
  T: `${UPPER}234567`,
  U: UPPER + DIGITS,
  V: `${UPPER}${LOWER}${DIGITS}_-`,
  Y: `${LOWER}234567`,
  /** Bech32, upper case. */
  Z: 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L',
};

/** Lehmer's generator: the same texts in every run, and no need for secrecy. */
function* numbers(seed: number): Generator<number> {
  let state = (seed * 7919 + 17) % 2147483647;
  for (;;) {
    state = (state * 48271) % 2147483647;
    yield state;
  }
}

const UUID = '{H8}-{H4}-{H4}-{H4}-{H12}';

/**
 * The text of a template. `{A36}` is replaced by characters of an alphabet, `{uuid}` by a UUID, `{=name}` at the end gives the text
 * the checksum of that name, `{json:…}` by the base64url of a JSON object, `{b64:…}` by that of the text. Different seeds give different texts.
 */
export function fillTemplate(template: string, seed: number): string {
  const random = numbers(seed + template.length);
  const text = template
    .replaceAll('{uuid}', UUID)
    .replaceAll(/\{b64:([^}]*)\}/g, (_, plain: string) => Buffer.from(plain).toString('base64url'))
    .replaceAll(/\{json:([^}]*)\}/g, (_, json: string) => Buffer.from(`{${json}}`).toString('base64url'))
    .replaceAll(/\{([A-Z])(\d+)\}/g, (_, name: string, count: string) => {
      const alphabet = ALPHABETS[name] ?? '';
      return Array.from({ length: Number(count) }, () => alphabet.charAt((random.next().value ?? 0) % alphabet.length)).join('');
    });
  const [, body, name] = /^(.*)\{=(\w+)\}$/s.exec(text) ?? [];
  return body === undefined || name === undefined ? text : seal(name, body);
}

/** Two texts of each template. */
export const fillTemplates = (templates: readonly string[]): string[] =>
  templates.flatMap((template) => [fillTemplate(template, 1), fillTemplate(template, 2)]);
