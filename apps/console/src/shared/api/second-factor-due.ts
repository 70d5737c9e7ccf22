import { toProblem } from './problem.ts';

/** True for the refusal of whoever gave the password and still owes the second factor. */
export const isSecondFactorDue = (error: unknown): boolean => error !== undefined && toProblem(error).code === 'second_factor_due';

/** Where they pay it; `next` is where they were going. */
export const secondFactorPath = (next: string | null): string =>
  next === null ? '/login/second-factor' : `/login/second-factor?next=${encodeURIComponent(next)}`;
