import { type ExpressionSearch, searchExpression } from '../expressions/search.ts';
import { StepBudget } from '../expressions/step-budget.ts';
import type { ReadSpan } from '../text/views.ts';
import type { Span } from '../text/spans.ts';
import { MAX_SPANS } from './choose-spans.ts';
import type { DocumentText } from './document-text.ts';

/** What a pattern was found at, and whether that is certain (see `SearchResult`). */
export interface Found {
  readonly spans: readonly ReadSpan[];
  readonly decided: boolean;
}

/** Runs expressions on one document; one that several owners have runs once. */
export class ExpressionRuns {
  readonly #text: DocumentText;
  readonly #steps: number;
  readonly #known = new Map<ExpressionSearch, { readonly found: Found; readonly cost: number }>();
  #spent = 0;

  /** @param steps that one expression may take for one reading of the document */
  constructor(text: DocumentText, steps: number) {
    this.#text = text;
    this.#steps = steps;
  }

  /** Steps of all runs; one that was known already costs none. */
  get spent(): number {
    return this.#spent;
  }

  /** @param places of the expression's first literal, see `searchExpression` */
  run(search: ExpressionSearch, places: readonly number[] | null, budget: StepBudget): Found {
    // With that many steps left only the expression's own limit can end it, so it ends the same way for every owner.
    const isAlike = budget.steps >= this.#steps * this.#text.readings.length;
    const known = isAlike ? this.#known.get(search) : undefined;
    if (known !== undefined) {
      budget.pay(known.cost);
      return known.found;
    }
    const before = budget.steps;
    const found = this.#search(search, places, budget);
    this.#spent += before - budget.steps;
    if (isAlike) this.#known.set(search, { found, cost: before - budget.steps });
    return found;
  }

  #search(search: ExpressionSearch, places: readonly number[] | null, budget: StepBudget): Found {
    const spans: Span[] = [];
    let isDecided = true;
    for (const reading of this.#text.readings) {
      const anchors = places === null ? null : this.#text.placesIn(reading, places);
      if (anchors?.length === 0) continue;
      const allowed = Math.min(this.#steps, budget.steps);
      const own = new StepBudget(allowed);
      const found = searchExpression(search, reading.view.utf8, anchors, MAX_SPANS, own);
      budget.pay(allowed - own.steps);
      for (const { start, end } of found.spans) spans.push({ start: reading.base + start, end: reading.base + end });
      isDecided &&= found.decided;
    }
    // One that was found is certain, whatever the other readings hold.
    return { spans: this.#text.originals(spans).slice(0, MAX_SPANS), decided: isDecided || spans.length > 0 };
  }
}
