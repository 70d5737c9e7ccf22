import { type Seeded, seeded } from '@leakwatch/bench';

/** An expression as a customer writes it, and a text that it matches. */
export interface BenchExpression {
  readonly expression: string;
  readonly sample: string;
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const HEX = '0123456789abcdef';
const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The kinds of expressions in lists of detectors and in customers' tasks. */
const KINDS: readonly [(random: Seeded) => BenchExpression, ...((random: Seeded) => BenchExpression)[]] = [
  (random) => {
    const prefix = random.letters(LOWER, 4);
    const length = 20 + random.below(20);
    return { expression: `\\b${prefix}_[0-9a-zA-Z]{${length}}\\b`, sample: `${prefix}_${random.letters(ALPHANUMERIC, length)}` };
  },
  (random) => {
    const prefix = random.letters('ABCDEFGHIJKLMNOPQRSTUVWXYZ', 4);
    return { expression: `${prefix}[0-9A-Z]{16}`, sample: `${prefix}${random.letters('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 16)}` };
  },
  (random) => {
    const name = random.letters(LOWER, 6);
    return {
      expression: `(?i)${name}[_-]?(key|token)[ =:]{1,3}[0-9a-f]{32}`,
      sample: `${name.toUpperCase()}_KEY = ${random.letters(HEX, 32)}`,
    };
  },
  (random) => {
    const host = random.letters(LOWER, 8);
    return { expression: `[a-z0-9._-]{1,64}@${host}\\.(com|ru)`, sample: `${random.letters(LOWER, 6)}.dev@${host}.ru` };
  },
  (random) => {
    const name = random.letters(LOWER, 7);
    return { expression: `${name}\\s*[=:]\\s*"[^"]{8,64}"`, sample: `${name} = "${random.letters(ALPHANUMERIC, 12)}"` };
  },
  (random) => {
    const project = random.letters('ABCDEFGHIJKLMNOPQRSTUVWXYZ', 3);
    return { expression: `\\b${project}-[0-9]{4,6}\\b`, sample: `${project}-${random.letters('0123456789', 5)}` };
  },
  (random) => {
    const host = random.letters(LOWER, 6);
    return { expression: `https?://[a-z0-9.-]+\\.${host}\\.(local|corp)/[^\\s"]*`, sample: `https://wiki.${host}.local/page/7` };
  },
  (random) => {
    const word = random.pick(['договор', 'секрет', 'счёт', 'проект', 'отдел']);
    const number = random.letters('0123456789', 4);
    return { expression: `(?i)${word} № ?${number}-[0-9]{2}`, sample: `${word} №${number}-26` };
  },
];

/** Seeded; different kinds by turns. */
export function benchExpressions(random: Seeded, count: number): readonly BenchExpression[] {
  return Array.from({ length: count }, (_, at) => (KINDS[at % KINDS.length] ?? KINDS[0])(random));
}

export interface EvilExpression {
  readonly expression: string;
  /** A literal of every match. Both texts begin with it; otherwise a search for it alone would decide. */
  readonly needs: string;
  /** At least `bytes` bytes on which engines need long and find nothing. */
  readonly worst: (bytes: number) => string;
}

/** Expressions that bring engines down, each with its worst text. `sourceText` contains neither, because it contains no `%`. */
export const EVIL_EXPRESSIONS: readonly EvilExpression[] = [
  { expression: '(a+)+%', needs: '% ', worst: (bytes) => 'a'.repeat(bytes) },
  { expression: '(a|aa)+%', needs: '% ', worst: (bytes) => 'a'.repeat(bytes) },
  { expression: '([a-z]+)*[0-9]%', needs: '%7 ', worst: (bytes) => 'z'.repeat(bytes) },
  { expression: '(.*)(.*)(.*)[=]secret', needs: 'secret ', worst: (bytes) => '='.repeat(bytes) },
  { expression: '(x+x+)+%', needs: '% ', worst: (bytes) => 'x'.repeat(bytes) },
  { expression: '[a-f0-9]{200,300}z', needs: 'z ', worst: (bytes) => 'a1'.repeat(bytes / 2) },
  { expression: '(?:[a-z0-9]+[._-]?)+@corp', needs: '@corp ', worst: (bytes) => 'a.'.repeat(bytes / 2) },
  { expression: '^(([a-z])+.)+[A-Z]([a-z])+$', needs: '', worst: (bytes) => 'a'.repeat(bytes) },
  { expression: 'key.*key.*key.*value', needs: 'value ', worst: (bytes) => 'key'.repeat(bytes / 3) },
  { expression: '(?i)(pass|password|passw)+=[^ ]{40,}', needs: '= ', worst: (bytes) => 'password'.repeat(bytes / 8) },
  // Evil to an automaton: one that reads without going back needs thousands of states here.
  { expression: '[ab]*a[ab]{14}c', needs: 'c ', worst: (bytes) => seeded(3).letters('ab', bytes) },
];
