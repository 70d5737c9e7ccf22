import fc from 'fast-check';

/**
 * Random expressions, each with a text made to match it often. Letters include those that other letters fold to: the
 * Kelvin sign, the long s, and a Cyrillic ve of old books. For specs only.
 */
export interface GeneratedExpression {
  readonly expression: string;
  /** Likely, not certain, to match. */
  readonly sample: string;
}

const LETTERS = ['a', 'b', 'c', 'k', 's', 'K', 'я', 'в', 'Д', '1', '=', '-', 'é', '密', '😀'];
const FOLDING = ['\u212a', '\u017f', '\u1c80', 'А', 'а', 'S', 'В', 'É'];

const letter = fc.constantFrom(...LETTERS).map((text): GeneratedExpression => ({ expression: text, sample: text }));

const atom: fc.Arbitrary<GeneratedExpression> = fc.oneof(
  { weight: 8, arbitrary: letter },
  {
    weight: 3,
    arbitrary: fc.constantFrom<GeneratedExpression>(
      { expression: '.', sample: 'z' },
      { expression: '[a-c]', sample: 'b' },
      { expression: '[.]', sample: '.' },
      { expression: '[^a]', sample: 'я' },
      { expression: '[^k]', sample: 's' },
      { expression: '[А-я]', sample: 'Д' },
      { expression: '[+--]', sample: ',' },
      { expression: '[\\d-]', sample: '-' },
      { expression: '[^\\W]', sample: 'k' },
      { expression: '[а-яK]', sample: 'k' },
      { expression: '[]-]', sample: ']' },
      { expression: '\\S', sample: 'é' },
      { expression: '\\d', sample: '7' },
      { expression: '\\w', sample: 'k' },
      { expression: '\\.', sample: '.' },
      { expression: '\\x61', sample: 'a' },
      { expression: '\\101', sample: 'A' },
      { expression: '\\pL', sample: 'ё' },
      { expression: '[[:digit:]-]', sample: '-' },
      { expression: '\\Qa.\\E', sample: 'a.' },
      { expression: '\\b', sample: '' },
      { expression: 'abc', sample: 'abc' },
      { expression: 'key', sample: '\u212aey' },
    ),
  },
);

const TIMES: readonly (readonly [string, number])[] = [
  ['*', 0],
  ['*', 2],
  ['+', 1],
  ['+', 3],
  ['?', 0],
  ['?', 1],
  ['{2}', 2],
  ['{1,3}', 2],
  ['{0}', 0],
  ['{2,}', 3],
  ['+?', 2],
  ['{1,2}?', 1],
];

const tree = fc.letrec<{ node: GeneratedExpression; group: GeneratedExpression; repeat: GeneratedExpression }>((tie) => ({
  node: fc.oneof({ maxDepth: 4 }, atom, tie('group'), tie('repeat')),
  repeat: fc.tuple(tie('node'), fc.constantFrom(...TIMES)).map(([part, [sign, count]]) => ({
    expression: `(?:${part.expression})${sign}`,
    sample: part.sample.repeat(count),
  })),
  group: fc
    .tuple(
      fc.constantFrom('(', '(?:', '(?i:', '(?s:', '((?i)'),
      fc.array(fc.array(tie('node'), { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 2 }),
      fc.boolean(),
      fc.boolean(),
    )
    .map(([opening, options, first, upper]) => {
      const body = options.map((parts) => parts.map((part) => part.expression).join('')).join('|');
      const sample = ((first ? options[0] : options.at(-1)) ?? []).map((part) => part.sample).join('');
      return {
        expression: `${opening}${body})`,
        sample: opening.includes('i') && upper ? sample.toUpperCase() : sample,
      };
    }),
}));

export const anyExpression: fc.Arbitrary<GeneratedExpression> = fc
  .array(fc.oneof({ weight: 3, arbitrary: letter }, { weight: 2, arbitrary: tree.node }), { minLength: 1, maxLength: 7 })
  .map((parts) => ({
    expression: parts.map((part) => part.expression).join(''),
    sample: parts.map((part) => part.sample).join(''),
  }));

export const anyText: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...LETTERS, ...FOLDING, ' ', '\n', '.', 'abc'), { maxLength: 10 })
  .map((parts) => parts.join(''));
