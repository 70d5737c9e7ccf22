import type { Automaton } from '../automaton/automaton.ts';
import type { ExpressionVerdict } from '../expressions/verdict.ts';
import type { StepLimits } from '../expressions/step-budget.ts';
import type { OwnedPattern } from '../patterns/owned-pattern.ts';
import type { GuestLimit } from '../matcher/guest-steps.ts';
import type { RefusedPattern } from '../matcher/plans.ts';
import type { SharedPatterns } from '../matcher/compiled-patterns.ts';
import type { DocumentResult } from './describe-match.ts';
import type { BatchedDocument } from './document-batch.ts';

/** To a thread: what needs no answer. */
export type Notice =
  | { readonly type: 'attach'; readonly set: number; readonly shared: SharedPatterns }
  | { readonly type: 'filter'; readonly set: number; readonly filter: number; readonly only: readonly string[] }
  | { readonly type: 'release'; readonly set: number };

/** To a thread: what it answers, one at a time. The answer's type stands beside each in `Answers`. */
export interface Requests {
  readonly compile: { readonly set: number; readonly patterns: readonly OwnedPattern[] };
  readonly examine: {
    readonly set: number;
    readonly bytes: Uint8Array;
    readonly documents: readonly BatchedDocument[];
    readonly limits: StepLimits | undefined;
    readonly guests: GuestLimit | undefined;
    /** Shared; anything but 0 stops the request between two expressions. */
    readonly stop: Int32Array;
  };
  /** A job of the service's own: the thread's program knows what it is (see `serveMatching`). */
  readonly work: { readonly set: number; readonly filter: number; readonly job: unknown; readonly stop: Int32Array };
  readonly check: { readonly expressions: readonly string[] };
}

export interface Answers {
  readonly compile: { readonly automaton: Automaton; readonly refused: readonly RefusedPattern[] };
  /** For the first of the documents, at least one; 'stopped' when `stop` was set. */
  readonly examine: readonly DocumentResult[] | 'stopped';
  readonly work: { readonly result: unknown } | 'stopped';
  readonly check: readonly ExpressionVerdict[];
}

export type Kind = keyof Requests;
export type Request = { [K in Kind]: { readonly type: K } & Requests[K] }[Kind];

/** From a thread. A failure carries the error's class only: its message may quote a pattern or a document. */
export type Answer = { readonly type: 'answer'; readonly value: Answers[Kind] } | { readonly type: 'failure'; readonly name: string };
