import { LeakwatchError } from '../errors/leakwatch-error.ts';

/**
 * A handler throws it for messages of its batch that no attempt will handle. They become dead letters at once, with their own reason or
 * else `code`, and the batch is handled again without them.
 */
export class Undeliverable extends LeakwatchError {
  /** Of the deliveries. */
  readonly ids: ReadonlySet<string>;
  /** By the id of the delivery. */
  readonly reasons: ReadonlyMap<string, string>;

  constructor(code: string, ids: Iterable<string>, reasons: ReadonlyMap<string, string> = new Map()) {
    super(code, 422);
    this.ids = new Set(ids);
    this.reasons = reasons;
  }
}
