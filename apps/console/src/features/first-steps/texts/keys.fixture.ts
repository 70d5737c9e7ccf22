import { STEPS } from '../steps.ts';

/** Keys put together in code, and every value that can stand at their end. */
export const KEYS = {
  'firstSteps.step.': STEPS.flatMap((step) => [`${step}.title`, `${step}.hint`, `${step}.action`]),
};
