import type { ErrorAnswer } from '@leakwatch/contracts';

/** Why a call failed, in one shape for every cause. */
export interface Problem {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The code of the refusal, or `network` / `internal` where the answer did not come from the gateway; `unanswered` where a change had no answer. */
  readonly code: string;
  readonly requestId: string | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, string | number>>;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** True for the gateway's refusals; false for a proxy's page or an incomplete answer. */
export const isErrorAnswer = (value: unknown): value is ErrorAnswer =>
  isRecord(value) && typeof value['code'] === 'string' && typeof value['request_id'] === 'string';

/** Makes a problem of any answer; `status` is 0 when there was none. */
export function readProblem(status: number, data: unknown): Problem {
  if (isErrorAnswer(data))
    return { status, code: data.code, requestId: data.request_id, fields: data.fields ?? {}, details: data.details ?? {} };
  return { status, code: status === 0 ? 'network' : 'internal', requestId: null, fields: {}, details: {} };
}

/** True for an error of RTK Query that came from a call and not from the console's own code. */
export const isProblem = (error: unknown): error is Problem =>
  isRecord(error) && typeof error['code'] === 'string' && typeof error['status'] === 'number' && 'requestId' in error;

/** The problem in an error of a hook or of `unwrap()`. */
export const toProblem = (error: unknown): Problem => (isProblem(error) ? error : readProblem(0, undefined));

/** The request id of a failure of the server, which support can look up; a refusal explains itself. */
export const serverRequestId = (problem: Problem | null): string | null =>
  problem !== null && problem.status >= 500 ? problem.requestId : null;
