import type { ErrorAnswer } from '@leakwatch/contracts';

/** What went wrong with a call, in one shape for every cause. */
export interface Problem {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** Code of the refusal, or `network` / `internal` where the answer was none of ours. */
  readonly code: string;
  readonly requestId: string | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, string | number>>;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** True for the gateway's refusals; a proxy's web page or a cut answer is none. */
export const isErrorAnswer = (value: unknown): value is ErrorAnswer =>
  isRecord(value) && typeof value['code'] === 'string' && typeof value['request_id'] === 'string';

/** Makes a problem of whatever came back: `status` is 0 when nothing did. */
export function readProblem(status: number, data: unknown): Problem {
  if (isErrorAnswer(data))
    return { status, code: data.code, requestId: data.request_id, fields: data.fields ?? {}, details: data.details ?? {} };
  return { status, code: status === 0 ? 'network' : 'internal', requestId: null, fields: {}, details: {} };
}

/** True for an error that RTK Query hands out and that came from a call (not from our own code). */
export const isProblem = (error: unknown): error is Problem =>
  isRecord(error) && typeof error['code'] === 'string' && typeof error['status'] === 'number' && 'requestId' in error;

/** The problem in whatever a hook or `unwrap()` gives. */
export const toProblem = (error: unknown): Problem => (isProblem(error) ? error : readProblem(0, undefined));
