import { toProblem } from './problem.ts';

/** True for the refusal of a session whose second factor is pending. */
export const isSecondFactorDue = (error: unknown): boolean => error !== undefined && toProblem(error).code === 'second_factor_due';

/** The page that asks for the second factor; `next` is where it leads afterwards. */
export const secondFactorPath = (next: string | null): string =>
  next === null ? '/login/second-factor' : `/login/second-factor?next=${encodeURIComponent(next)}`;
