import { LeakwatchError } from '../errors/leakwatch-error.ts';

/**
 * A handler throws it for messages of its batch that no attempt will handle. They become dead letters at once, with `code` as their
 * reason, and the batch is handled again without them.
 */
export class Undeliverable extends LeakwatchError {
  /** Of the deliveries. */
  readonly ids: ReadonlySet<string>;

  constructor(code: string, ids: Iterable<string>) {
    super(code, 422);
    this.ids = new Set(ids);
  }
}
