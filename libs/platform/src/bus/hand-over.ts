import type { Subscription } from './bus.port.ts';
import type { LogRow } from './try-messages.ts';

/** Hands rows of a log to a subscription as messages of its type; throws where a payload is not of that type. */
export const handOver =
  <P>({ message, handle }: Subscription<P>) =>
  (log: readonly LogRow[]): Promise<void> =>
    handle(
      log.map(({ id, key, payload, published_at }) => ({ id, key, payload: message.schema.parse(payload), publishedAt: published_at })),
    );
