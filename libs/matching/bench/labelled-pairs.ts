import { type Seeded, seeded, sourceText } from '@leakwatch/bench';
import { fillTemplate } from '../src/detectors/samples.fixture.ts';

/** Two texts of events, and whether a person would say that they are the same leak. */
export interface LabelledPair {
  readonly kind: string;
  readonly same: boolean;
  readonly left: string;
  readonly right: string;
}

type Kind = readonly [name: string, same: boolean, make: (random: Seeded) => readonly [string, string]];

/** Lines of an event: three before and behind a match. */
const LINES = 7;
const SOURCE = sourceText(400_000, { seed: 11 }).toString().split('\n');
/** Nothing in common with SOURCE but the words of the language. */
const OTHER_SOURCE = sourceText(400_000, { seed: 13 }).toString().split('\n');
const PROSE = sourceText(300_000, { seed: 12, kind: 'russian' }).toString().split('\n');

const linesOf = (random: Seeded, source: readonly string[], count = LINES): string[] => {
  const from = random.below(source.length - count);
  return source.slice(from, from + count);
};
const excerpt = (random: Seeded): string[] => linesOf(random, random.once(4) ? PROSE : SOURCE, LINES + random.below(LINES));
/** Two excerpts of different texts. */
const strangers = (random: Seeded): readonly [string[], string[]] => [
  excerpt(random),
  linesOf(random, OTHER_SOURCE, LINES + random.below(LINES)),
];
const otherLine = (random: Seeded): string => linesOf(random, SOURCE, 1)[0] ?? '';
const joined = (lines: readonly string[]): string => lines.join('\n');
const secret = (random: Seeded): string =>
  fillTemplate(random.pick(['AKIA{T16}', 'xoxb-{D12}-{D12}-{A24}', 'sk_live_{A24}']), random.below(1e9));

/** Changes whole lines, each to another one of the language. */
function withOtherLines(random: Seeded, lines: readonly string[], count: number): string[] {
  const changed = [...lines];
  for (let done = 0; done < count; done += 1) changed[random.below(changed.length)] = otherLine(random);
  return changed;
}

/** The settings of a program, as projects copy them from one another, with values of their own. */
function settings(random: Seeded): string {
  return joined([
    '# Settings of the environment. Copy this file to .env and fill it in.',
    'NODE_ENV=production',
    `APP_URL=https://${random.letters('abcdefghijklmnopqrstuvwxyz', 8)}.example`,
    `AWS_ACCESS_KEY_ID=${fillTemplate('AKIA{T16}', random.below(1e9))}`,
    `AWS_SECRET_ACCESS_KEY=${fillTemplate('{B40}', random.below(1e9))}`,
    'AWS_DEFAULT_REGION=eu-central-1',
    `SLACK_TOKEN=${fillTemplate('xoxb-{D12}-{D12}-{A24}', random.below(1e9))}`,
    'LOG_LEVEL=info',
  ]);
}

const HEADER = [
  '/*',
  ' * Licensed under the Apache License, Version 2.0 (the "License");',
  ' * you may not use this file except in compliance with the License.',
  ' */',
];

const KINDS: readonly Kind[] = [
  ['the same text', true, (random) => pairOf(excerpt(random), (lines) => lines)],
  ['one line changed', true, (random) => pairOf(excerpt(random), (lines) => withOtherLines(random, lines, 1))],
  ['two lines changed', true, (random) => pairOf(excerpt(random), (lines) => withOtherLines(random, lines, 2))],
  ['a line added, one removed', true, (random) => pairOf(excerpt(random), (lines) => [otherLine(random), ...lines.slice(1)])],
  [
    're-indented, other line ends',
    true,
    (random) => {
      const lines = excerpt(random);
      return [joined(lines), lines.map((line) => `\t\t${line.trimStart()}`).join('\r\n')];
    },
  ],
  [
    'a word renamed everywhere',
    true,
    (random) => {
      const text = joined(excerpt(random));
      const words = text.match(/[\p{L}]{4,}/gu) ?? ['x'];
      return [text, text.replaceAll(words[random.below(words.length)] ?? '', 'renamedName')];
    },
  ],
  [
    'one more line of the file before, one less behind',
    true,
    (random) => {
      const lines = linesOf(random, SOURCE, LINES + 1);
      return [joined(lines.slice(1)), joined(lines.slice(0, -1))];
    },
  ],
  [
    'the same secret in other surroundings',
    true,
    (random) => {
      const value = secret(random);
      const around = () => joined([...linesOf(random, SOURCE, 3), `key = "${value}"`, ...linesOf(random, SOURCE, 3)]);
      return [around(), around()];
    },
  ],
  ['other secrets in the same template', false, (random) => [settings(random), settings(random)]],
  [
    'another secret in nearly the same lines',
    false,
    (random) => {
      const lines = linesOf(random, SOURCE);
      const around = () => joined([...lines.slice(0, 3), `key = "${secret(random)}"`, ...lines.slice(3)]);
      return [around(), around()];
    },
  ],
  ['the same heading, other contents', false, (random) => textsOf(strangers(random).map((lines) => [...HEADER, ...lines]))],
  [
    'one line in common',
    false,
    (random) => {
      const line = otherLine(random);
      return [joined([...linesOf(random, SOURCE, 4), line]), joined([line, ...linesOf(random, OTHER_SOURCE, 4)])];
    },
  ],
  ['different texts', false, (random) => textsOf(strangers(random))],
];

const textsOf = ([left = [], right = []]: readonly (readonly string[])[]): readonly [string, string] => [joined(left), joined(right)];
const pairOf = (lines: readonly string[], change: (lines: readonly string[]) => readonly string[]): readonly [string, string] => [
  joined(lines),
  joined(change(lines)),
];

/** So many pairs of each kind; the same on every machine. */
export function labelledPairs(each: number): readonly LabelledPair[] {
  return KINDS.flatMap(([kind, same, make], order) =>
    Array.from({ length: each }, (_, nth): LabelledPair => {
      const [left, right] = make(seeded(order * 100_003 + nth * 7 + 1));
      return { kind, same, left, right };
    }),
  );
}
