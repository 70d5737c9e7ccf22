import { expect, it } from '@jest/globals';
import { type ExpressionSearch, prepareExpression } from '../expressions/search.ts';
import { StepBudget } from '../expressions/step-budget.ts';
import { readingsOf } from '../text/readings.ts';
import { DocumentText } from './document-text.ts';
import { ExpressionRuns } from './expression-runs.ts';

/** An expression that counts how often it runs. */
function counted(expression: string) {
  const search = prepareExpression(expression);
  if (typeof search === 'string') throw new Error(search);
  const runs = { count: 0 };
  const counting: ExpressionSearch = {
    ...search,
    places: () => {
      runs.count += 1;
      return search.places();
    },
  };
  return { counting, runs };
}

const text = new DocumentText(readingsOf(Buffer.from('key=1 key=22')));
const STEPS = 100_000;

it('an expression that several owners have runs once, and each pays for it', () => {
  const { counting, runs } = counted('key=[0-9]+');
  const all = new ExpressionRuns(text, STEPS);
  const budgets = Array.from({ length: 3 }, () => new StepBudget(10 * STEPS));
  const found = budgets.map((budget) => all.run(counting, null, budget));
  expect(runs.count).toBe(1);
  expect(found[0]?.spans).toHaveLength(2);
  for (const one of found) expect(one).toEqual(found[0]);
  expect(new Set(budgets.map(({ steps }) => steps)).size).toBe(1);
  expect(budgets[0]?.steps).toBeLessThan(10 * STEPS);
});

it('one whose owner has few steps left runs for that owner alone', () => {
  const { counting, runs } = counted('key=[0-9]+');
  const all = new ExpressionRuns(text, STEPS);
  expect(all.run(counting, null, new StepBudget(1))).toEqual({ spans: [], decided: false });
  expect(all.run(counting, null, new StepBudget(STEPS))).toMatchObject({ decided: true });
  expect(all.run(counting, null, new StepBudget(1))).toEqual({ spans: [], decided: false });
  expect(runs.count).toBe(3);
});
