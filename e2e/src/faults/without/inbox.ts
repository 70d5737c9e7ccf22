// In place of libs/platform/src/bus/inbox.ts: every message counts as new.
import type { Delivery, SqlEntityManager } from '@leakwatch/platform';

export { inboxTable } from '../../../../libs/platform/src/bus/inbox.ts';

export async function newDeliveries<P>(
  _em: SqlEntityManager,
  _service: string,
  _topic: string,
  batch: readonly Delivery<P>[],
): Promise<readonly Delivery<P>[]> {
  return batch;
}
