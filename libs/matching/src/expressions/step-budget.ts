/**
 * What matching costs is counted in steps, never in time: the same document and expressions give the same answer on every
 * machine. A step is one instruction of an expression's program at one byte, at most about 16 ns on the machine of the benchmarks; a
 * byte read by an automaton or by 32 positions as bits is counted as one too.
 */

/** An expression with a program of 64 instructions may read a document of any size once in the slowest way. */
const EXPRESSION_STEPS_A_BYTE = 64;
/** 256 expressions without a literal may read every document with their automata. */
const DOCUMENT_STEPS_A_BYTE = 256;
/** In a small document also the largest program (500) is run: the floor covers a quarter of a megabyte, read twice; about four seconds. */
const EXPRESSION_FLOOR = 2 ** 28;
/** About seventeen seconds, whatever the expressions are. */
const DOCUMENT_FLOOR = 2 ** 30;

/** Steps that may be spent on one document: by one expression, and by all of an owner's. */
export interface StepLimits {
  readonly expression: number;
  readonly document: number;
}

/** The limits for a document of that many bytes. */
export const stepLimits = (bytes: number): StepLimits => ({
  expression: Math.max(EXPRESSION_FLOOR, EXPRESSION_STEPS_A_BYTE * bytes),
  document: Math.max(DOCUMENT_FLOOR, DOCUMENT_STEPS_A_BYTE * bytes),
});

/** Steps that are left. What costs more than that is not begun. */
export class StepBudget {
  private left: number;

  constructor(steps: number) {
    this.left = steps;
  }

  get steps(): number {
    return this.left;
  }

  /** Pays for work before it is done; false, and nothing is paid, when it costs more than is left. */
  pay(steps: number): boolean {
    if (steps > this.left) return false;
    this.left -= steps;
    return true;
  }
}

/** The budgets of one document: one for each owner of expressions. */
export class Budgets {
  readonly #steps: number;
  readonly #byOwner = new Map<string, StepBudget>();

  constructor(steps: number) {
    this.#steps = steps;
  }

  of(owner: string): StepBudget {
    const known = this.#byOwner.get(owner) ?? new StepBudget(this.#steps);
    this.#byOwner.set(owner, known);
    return known;
  }
}
