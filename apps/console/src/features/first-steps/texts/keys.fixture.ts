import { STEPS } from '../steps.ts';

/** Keys that code builds from a prefix, with every ending. */
export const KEYS = {
  'firstSteps.step.': STEPS.flatMap((step) => [`${step}.title`, `${step}.hint`, `${step}.action`]),
};
