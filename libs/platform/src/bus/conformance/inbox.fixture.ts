import { expect, it } from '@jest/globals';
import { LeakwatchError } from '../../errors/leakwatch-error.ts';
import { CONSUMER } from '../../orm/scope.ts';
import { newDeliveries } from '../inbox.ts';
import { messageType, type Stage, until } from './stage.fixture.ts';

/** At-least-once becomes once by the inbox: the tests' database has the one of the events service. */
export function inboxConformance(stage: Stage): void {
  it('a message that was handled but not acknowledged is redelivered, and the inbox skips it', async () => {
    const message = messageType();
    const effects: number[] = [];
    let deliveries = 0;
    await stage.consume('inbox', message, async (batch) => {
      deliveries += batch.length;
      const fresh = await stage.subject.database.inScope(CONSUMER, (em) => newDeliveries(em, 'events', message.topic, batch));
      effects.push(...fresh.map((delivery) => delivery.payload.n));
      // Committed, and dead before the acknowledgement.
      if (deliveries <= 10) throw new LeakwatchError('unavailable', 503);
    });
    await stage.publish(
      message,
      Array.from({ length: 10 }, (_, n) => ({ key: `k${n % 3}`, n })),
    );
    await until('all effects', () => effects.length >= 10 && deliveries > 10);
    await until('nothing left to deliver', async () => (await stage.bus.lag('inbox')) === 0);
    expect(effects.sort((a, b) => a - b)).toEqual([...Array(10).keys()]);
  });

  it('a message that occurs twice in one batch is handled once', async () => {
    const message = messageType();
    const effects: number[] = [];
    await stage.consume('inbox-twice', message, async (batch) => {
      const twice = [...batch, ...batch];
      const fresh = await stage.subject.database.inScope(CONSUMER, (em) => newDeliveries(em, 'events', message.topic, twice));
      effects.push(...fresh.map((delivery) => delivery.payload.n));
    });
    await stage.publish(
      message,
      Array.from({ length: 10 }, (_, n) => ({ key: 'k', n })),
    );
    await until('all effects', () => effects.length >= 10);
    await until('nothing left to deliver', async () => (await stage.bus.lag('inbox-twice')) === 0);
    expect(effects).toEqual([...Array(10).keys()]);
  });
}
