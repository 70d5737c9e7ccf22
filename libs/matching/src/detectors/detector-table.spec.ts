import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { detect, detectorTable } from './detect.ts';
import { DETECTED_BYTES_MAX, DetectorTable, FOUND_MAX, MATCHES_OF_RULE_MAX } from './detector-table.ts';
import { DETECTORS } from './detectors.ts';
import { plainMatches } from './reference.fixture.ts';
import { ruleOf } from './rule.ts';
import { fillTemplate } from './samples.fixture.ts';

/** Those that find with their expression alone. */
const PLAIN = DETECTORS.filter(({ find }) => find === undefined);
const RULES = PLAIN.map(ruleOf);
const alone = new Map(RULES.map((rule) => [rule.id, new DetectorTable([rule])]));

/** A sample of any detector, whole or cut somewhere, as it stands in real texts and next to what is nearly one. */
const piece = fc.tuple(fc.nat(PLAIN.length - 1), fc.nat(5), fc.nat(50), fc.nat(3), fc.nat(400)).map(([at, which, seed, part, cut]) => {
  const { samples = [], passes = [] } = PLAIN[at] ?? {};
  const all = [...samples, ...passes];
  const text = fillTemplate(all[which % all.length] ?? '', seed);
  return part > 0 ? text : text.slice(0, cut % (text.length + 1));
});
const RUNS = 150;
const BEHIND_ESCAPE = /(?:\\[nrt]|(?:%|\\u00|\\x)[\da-f]{2}|\[[\d;]+m)$/i;
const endOf = (range: string): string => range.split('-')[1] ?? '';
const textBefore = (text: string, range: string): string => Buffer.from(text).subarray(0, Number.parseInt(range, 10)).toString();

const between = fc.constantFrom('', ' ', '\n', '"', '=', ': ', ' = "', 'Ключ ', 'token ', 'инн ', '-', '_', 'x', 'aws ', 'паспорт: ', ', ');
const text = fc.array(fc.tuple(between, piece), { minLength: 1, maxLength: 8 }).map((parts) => parts.flat().join(''));

test('each rule of a table finds what its expression finds in the whole text, and nothing else', () => {
  let found = 0;
  fc.assert(
    fc.property(text, (sample) => {
      for (const rule of RULES) {
        const plain = plainMatches(rule, sample);
        const fast = (alone.get(rule.id)?.detect(sample).found ?? []).map(({ start, end }) =>
          [start, end].map((at) => Buffer.byteLength(sample.slice(0, at))).join('-'),
        );
        // Behind an escape a value stands by itself, and one that its characters lengthen is left out: an expression alone cannot see that.
        const extra = fast.filter((one) => !plain.includes(one));
        const longer = plain.filter((one) => !fast.includes(one) && extra.some((other) => endOf(other) === endOf(one)));
        for (const one of extra) expect([rule.id, textBefore(sample, one)]).toEqual([rule.id, expect.stringMatching(BEHIND_ESCAPE)]);
        expect([rule.id, fast.filter((one) => !extra.includes(one))]).toEqual([rule.id, plain.filter((one) => !longer.includes(one))]);
        found += plain.length;
      }
    }),
    { numRuns: RUNS },
  );
  expect(found).toBeGreaterThan(100);
});

test('all rules together find no more than each alone, and of overlapping ones the first by weight', () => {
  const table = new DetectorTable(RULES);
  let found = 0;
  fc.assert(
    fc.property(text, (sample) => {
      const together = table.detect(sample);
      expect(together.complete).toBe(true);
      let end = 0;
      for (const one of together.found) {
        expect(one.start).toBeGreaterThanOrEqual(end);
        ({ end } = one);
        expect(alone.get(one.detector)?.detect(sample).found).toContainEqual(one);
      }
      found += together.found.length;
      const any = RULES.some((rule) => (alone.get(rule.id)?.detect(sample).found.length ?? 0) > 0);
      expect(together.found.length > 0).toBe(any);
    }),
    { numRuns: RUNS },
  );
  expect(found).toBeGreaterThan(100);
});

test('a token in an address is named after its vendor, and a dump of numbers is bounded', () => {
  const token = fillTemplate('ghp_{A30}{=github}', 3);
  expect(detect(`https://robot:${token}@github.com/a/b.git`).found.map(({ detector }) => detector)).toEqual(['github_personal_token']);
  const cards = Array.from({ length: 80 }, (_, at) => fillTemplate('2200{D11}{=card}', at)).join('\n');
  expect(detect(cards).found).toHaveLength(MATCHES_OF_RULE_MAX);
  const many = Array.from(
    { length: 80 },
    (_, at) => fillTemplate(`2200{D11}{=card}`, at) + fillTemplate(' ghp_{A30}{=github} glpat-{V20}', at),
  ).join('\n');
  expect(detect(many).found).toHaveLength(FOUND_MAX);
});

test('a value behind an escaped line end, tab or sign, or a colour, is found as behind a real one', () => {
  let found = 0;
  for (const { samples } of PLAIN)
    for (const [seed, sample] of samples.entries())
      for (const escape of ['\\n', '\\t', '\\r\\n', '\\\\n', '%0A', '%20', '%5b', '\\u0026', '\\x3a', '\u001b[36m', '[1;31m']) {
        const value = fillTemplate(sample, seed);
        const namesIn = (before: string) =>
          detect(`{"a":"x${before}${value}"}`).found.map(({ detector, start }) => [detector, start - before.length]);
        expect([value, namesIn(escape)]).toEqual([value, namesIn('\n')]);
        found += namesIn(escape).length;
      }
  expect(found).toBeGreaterThan(4 * PLAIN.length);
  const npm = fillTemplate('npm_{A36}', 1);
  for (const before of ['q%3D', 'q%22', '"q\\u003d', '"q\\u0027', "'q\\x3D"])
    expect(detect(before + npm).found).toEqual([expect.objectContaining({ detector: 'npm_token', start: before.length })]);
  // A letter is none of the signs that end a word.
  expect(detect(`q%41${npm} q\\u0041${npm}`).found).toEqual([]);
  // Nothing says whether a backslash stands before an n.
  expect(detect(`C:\\${npm}`).found.map(({ detector }) => detector)).toEqual(['npm_token']);
});

test('a text that is too long is cut, one that is not text does not fail', () => {
  const token = fillTemplate('npm_{A36}', 1);
  expect(detect(`${'a '.repeat(DETECTED_BYTES_MAX)}${token}`).found).toEqual([]);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (noise) => {
      expect(detect(`${noise}\n${token} `).found.map(({ detector }) => detector)).toContain('npm_token');
    }),
  );
});

test('expressions of the installation count beside the detectors, also where both match', () => {
  const own = detectorTable([
    { id: 'own', severity: 'critical', expression: 'npm_[a-zA-Z0-9]{10}' },
    { id: 'words', severity: 'low', expression: '(?i)проект-[0-9]+' },
    { id: 'broken', severity: 'low', expression: '(' },
  ]);
  const token = fillTemplate('npm_{A36}', 1);
  expect(own.detect(`${token} ПРОЕКТ-77`).found.map(({ detector, severity }) => [detector, severity])).toEqual([
    ['npm_token', 'critical'],
    ['own', 'critical'],
    ['words', 'low'],
  ]);
});

test('a mask is whole characters, whatever an expression matches', () => {
  const any = detectorTable([{ id: 'any', severity: 'low', expression: '\\S{4,}' }]);
  let found = 0;
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', '😀', 'я', '密', ' '), { minLength: 4, maxLength: 40 }), (letters) => {
      for (const { masked, start, end } of any.detect(letters.join('')).found) {
        found++;
        expect(masked).not.toMatch(/\p{Surrogate}/u);
        expect(letters.join('').slice(start, end)).toMatch(/^\S{4,}$/u);
      }
    }),
  );
  expect(found).toBeGreaterThan(50);
});

test('an expression that is too expensive is left out, and the answer says so', () => {
  const evil = detectorTable([{ id: 'evil', severity: 'low', expression: 'a[ab]{200}\\bc' }]);
  const { found, complete } = evil.detect(`${'ab'.repeat(30_000)}bc ${fillTemplate('npm_{A36}', 1)}`);
  expect(complete).toBe(false);
  expect(found.map(({ detector }) => detector)).toEqual(['npm_token']);
});
