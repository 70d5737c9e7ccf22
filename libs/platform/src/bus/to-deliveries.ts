import type { Subscription } from './bus.port.ts';
import type { LogRow } from './deliver-batch.ts';

/** Delivers stored messages to a subscription; throws where a payload does not fit the subscription's type. */
export const toDeliveries =
  <P>({ message, handle }: Subscription<P>) =>
  (log: readonly LogRow[]): Promise<void> =>
    handle(
      log.map(({ id, key, payload, published_at }) => ({ id, key, payload: message.schema.parse(payload), publishedAt: published_at })),
    );
