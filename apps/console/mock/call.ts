import type { ErrorAnswer } from '@leakwatch/contracts';
import type { World } from './world.ts';

export interface Call {
  readonly world: World;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly id: string;
}

/** A refusal, thrown by a handler. */
export class Refusal extends Error {
  readonly status: number;
  readonly answer: ErrorAnswer;
  constructor(status: number, code: string, more: Partial<ErrorAnswer> = {}) {
    super(code);
    this.status = status;
    this.answer = { code, message: code, request_id: 'req-7f3a91', ...more };
  }
}
