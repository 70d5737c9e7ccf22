import type { z } from 'zod';
import type { Subscription } from './bus.port.ts';
import type { LogRow } from './deliver-batch.ts';
import { Undeliverable } from './undeliverable.ts';

/** Faults of a payload that a reason names: the first ones say what is wrong. */
const NAMED_FAULTS = 3;

/** In one line, since lists show the first line of a reason. What the payload holds is not in it. */
const faultsOf = ({ issues }: z.ZodError): string =>
  `payload_malformed: ${issues
    .slice(0, NAMED_FAULTS)
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
    .join('; ')}`;

/**
 * Delivers stored messages to a subscription. A payload that does not fit the subscription's type will not fit it at another attempt either.
 * @throws Undeliverable for messages with such a payload
 */
export const toDeliveries =
  <P>({ message, handle }: Subscription<P>) =>
  async (log: readonly LogRow[]): Promise<void> => {
    const malformed = new Map<string, string>();
    const deliveries = log.flatMap(({ id, key, payload, published_at }) => {
      const read = message.schema.safeParse(payload);
      if (read.success) return [{ id, key, payload: read.data, publishedAt: published_at }];
      malformed.set(id, faultsOf(read.error));
      return [];
    });
    if (malformed.size > 0) throw new Undeliverable('payload_malformed', malformed.keys(), malformed);
    await handle(deliveries);
  };
