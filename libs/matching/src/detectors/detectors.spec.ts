import { describe, expect, test } from '@jest/globals';
import { DETECTOR_IDS } from '@leakwatch/vocabulary';
import { checkExpression } from '../expressions/check.ts';
import { prepareExpression } from '../expressions/search.ts';
import { detect } from './detect.ts';
import { DetectorTable } from './detector-table.ts';
import { DETECTORS } from './detectors.ts';
import { findSecret } from './find-secret.ts';
import { ruleOf } from './rule.ts';
import { fillTemplates } from './samples.fixture.ts';

const idsIn = (text: string) => detect(text).found.map(({ detector }) => detector);

test('there are at least 300, each with a name, and each name has one', () => {
  expect(DETECTORS.length).toBeGreaterThanOrEqual(300);
  expect(DETECTORS.map(({ id }) => id).sort()).toEqual([...DETECTOR_IDS].sort());
});

describe.each(DETECTORS.map((detector) => [detector.id, detector] as const))('%s', (id, detector) => {
  const alone = new DetectorTable([ruleOf(detector)]);

  test('finds its true samples, alone, in a line and among others', () => {
    const samples = fillTemplates(detector.samples);
    expect(samples.length).toBeGreaterThanOrEqual(2);
    for (const sample of samples) {
      // Tables have lines of their own, and more than one value.
      const around = detector.find === undefined ? [`  x (${sample}) # y`, `Ключ: ${sample}\nnext line`] : [`Ключ:\n${sample}\nnext line`];
      for (const text of [sample, ...around]) {
        const names = alone.detect(text).found.map(({ detector: found }) => found);
        expect([text, detector.find === undefined ? names : [...new Set(names)]]).toEqual([text, [id]]);
      }
      expect([sample, idsIn(sample)]).toEqual([sample, expect.arrayContaining([id])]);
      if (detector.refusedInWords === true) expect([sample, findSecret(sample)]).not.toEqual([sample, null]);
      const [found] = alone.detect(sample).found;
      expect(['right', 'unknown']).toContain(found?.check);
    }
  });

  test('ignores similar texts', () => {
    const passes = fillTemplates(detector.passes);
    expect(passes.length).toBeGreaterThanOrEqual(2);
    for (const text of passes) expect([text, alone.detect(text).found]).toEqual([text, []]);
  });

  test('shows no value that is secret', () => {
    if (detector.mask === 'none') return;
    for (const sample of fillTemplates(detector.samples))
      for (const { start, end, masked } of alone.detect(sample).found) {
        const value = sample.slice(start, end);
        expect(masked).not.toContain(value);
        expect(masked).toContain('…');
      }
  });

  test('has an expression that narrows texts down, and that the engine runs in linear time', () => {
    // That of a finder is for people.
    if (detector.find !== undefined) return;
    const search = prepareExpression(detector.expression);
    expect(typeof search === 'string' ? search : search.places()).toEqual(expect.objectContaining({ words: expect.any(Number) }));
    const { code } = { code: null, ...checkExpression(detector.expression) };
    // The bounds on length and on the size of programs are those of tasks, whose expressions read whole documents.
    expect([null, 'expression_too_long', 'expression_too_costly']).toContain(code);
  });
});

test('ordinary patterns are no secrets', () => {
  for (const text of [
    'filename:.env password',
    'corp.example token',
    'jdbc:oracle:thin',
    'пароль admin',
    'smtp.corp.example:25',
    'password=Qw3rty-99',
  ])
    expect(findSecret(text)).toBeNull();
});
