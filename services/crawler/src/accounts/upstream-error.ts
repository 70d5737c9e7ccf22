import { storableText } from '@leakwatch/platform';
import type { LaunchErrorCode } from '@leakwatch/vocabulary';

/**
 * Why an upstream gave no usable answer.
 * - limited: the resource's window is used up for `seconds`; 0 when another account is free at once
 * - no_account: the pool has no account that could ever serve
 * - account_refused: the account is not accepted any more: revoked, suspended
 * - proxy_failed: the proxy cannot be reached or refuses
 * - query_refused: this request will never be answered, whoever sends it
 * - out_of_reach: no account may read what the unit is about, until people change something there
 * - unavailable: the upstream cannot answer now
 * - broken_answer: the answer has another shape than the upstream documents
 */
export const UPSTREAM_FAILURES = [
  'limited',
  'no_account',
  'account_refused',
  'proxy_failed',
  'query_refused',
  'out_of_reach',
  'unavailable',
  'broken_answer',
] as const;
export type UpstreamFailure = (typeof UPSTREAM_FAILURES)[number];

export interface UpstreamDetails {
  /** For staff only: it may quote the upstream's answer, bounded, never a credential. */
  readonly text?: string;
  /** Of a limit: the resource, and the seconds until it ends. */
  readonly resource?: string;
  readonly seconds?: number;
  /** Under which people see it, where the failure's own code says too little. */
  readonly code?: LaunchErrorCode;
  readonly cause?: unknown;
}

/** A failed request to an upstream. Its message holds the failure's code only. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly failure: UpstreamFailure;
  readonly text: string | undefined;
  readonly resource: string | undefined;
  readonly seconds: number | undefined;
  readonly code: LaunchErrorCode | undefined;

  constructor(failure: UpstreamFailure, { text, resource, seconds, code, cause }: UpstreamDetails = {}) {
    super(failure, { cause });
    this.failure = failure;
    // It is stored and reported, which a sign that cannot be stored must not prevent.
    this.text = text === undefined ? undefined : storableText(text);
    this.resource = resource;
    this.seconds = seconds;
    this.code = code;
  }
}

/** An answer that is longer than the source allows. */
export class AnswerTooLong extends UpstreamError {
  constructor(most: number) {
    super('broken_answer', { text: `more than ${most} bytes` });
  }
}
