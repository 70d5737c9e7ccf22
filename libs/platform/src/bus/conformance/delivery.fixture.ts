import { expect, it } from '@jest/globals';
import { CONSUMER } from '../../orm/scope.ts';
import { outgoing } from '../message-type.ts';
import { type Kind, messageType, type Payload, type Stage, until } from './stage.fixture.ts';

/** Messages exist with their transaction, in order, once in a group, from the beginning for a new one. */
export function deliveryConformance(stage: Stage): void {
  it('publishes exactly the messages of committed transactions', async () => {
    const message = messageType();
    const seen: Payload[] = [];
    await stage.consume('g', message, stage.collect(seen));
    await expect(
      stage.subject.database.inScope(CONSUMER, async (em) => {
        await stage.bus.publish(em, [outgoing(message, { key: 'a', n: 1 })]);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await stage.publish(message, [{ key: 'a', n: 2 }]);
    await until('the committed message', () => seen.length > 0);
    expect(seen).toEqual([{ key: 'a', n: 2 }]);
  });

  it('keeps the order of each key, whatever publishes at the same time', async () => {
    const message = messageType();
    const keys = ['a', 'b', 'c', 'd', 'e'];
    const seen: Payload[] = [];
    await stage.consume('g', message, stage.collect(seen));
    await Promise.all(
      keys.map(async (key) => {
        for (let n = 0; n < 20; n += 1) await stage.publish(message, [{ key, n }]);
      }),
    );
    await until('all messages', () => seen.length >= 100);
    for (const key of keys) expect(seen.filter((value) => value.key === key).map((value) => value.n)).toEqual([...Array(20).keys()]);
  });

  it('delivers messages of a transaction that commits late', async () => {
    const message = messageType();
    const seen: Payload[] = [];
    await stage.consume('g', message, stage.collect(seen));
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const late = stage.subject.database.inScope(CONSUMER, async (em) => {
      await stage.bus.publish(em, [outgoing(message, { key: 'late', n: 1 })]);
      await held;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const others = ['p', 'q', 'r', 's', 't', 'u', 'v', 'w'].map((key) => stage.publish(message, [{ key, n: 0 }]));
    await new Promise((resolve) => setTimeout(resolve, 300));
    release();
    await Promise.all([late, ...others]);
    await until('all messages', () => seen.length >= 9);
    expect(seen.filter((value) => value.key === 'late')).toHaveLength(1);
  });

  it('lets transactions publish several times, in opposite orders, without a deadlock', async () => {
    const [one, other] = [messageType(), messageType()];
    const seen: Payload[] = [];
    for (const message of [one, other]) await stage.consume('g', message, stage.collect(seen));
    let runs = 0;
    const inOrder = async (first: Kind, second: Kind, n: number) =>
      stage.subject.database.inScope(CONSUMER, async (em) => {
        runs += 1;
        await stage.bus.publish(em, [outgoing(first, { key: 'a', n })]);
        // Long enough for the other transaction to publish its first message.
        await new Promise((resolve) => setTimeout(resolve, 300));
        await stage.bus.publish(em, [outgoing(second, { key: 'a', n })]);
      });
    await Promise.all([inOrder(one, other, 1), inOrder(other, one, 2)]);
    expect(runs).toBe(2);
    await until('all messages', () => seen.length >= 4);
    expect(seen.map(({ n }) => n).sort()).toEqual([1, 1, 2, 2]);
  });

  it('publishes pages that are read at the end of the transaction, in order with what else it publishes', async () => {
    const message = messageType();
    const seen: Payload[] = [];
    await stage.consume('g', message, stage.collect(seen));
    const pages = async function* () {
      for (const n of [2, 3]) yield [outgoing(message, { key: 'a', n })];
    };
    await stage.subject.database.inScope(CONSUMER, async (em) => {
      await stage.bus.publish(em, [outgoing(message, { key: 'a', n: 1 })]);
      await stage.bus.publishPages(em, message.topic, pages);
      await stage.bus.publish(em, [outgoing(message, { key: 'a', n: 4 })]);
    });
    await until('all messages', () => seen.length >= 4);
    expect(seen.map(({ n }) => n)).toEqual([1, 2, 3, 4]);
  });

  it('gives a second group every message from the beginning', async () => {
    const message = messageType();
    const first: Payload[] = [];
    const second: Payload[] = [];
    await stage.consume('first', message, stage.collect(first));
    await stage.publish(
      message,
      Array.from({ length: 30 }, (_, n) => ({ key: `k${n % 4}`, n })),
    );
    await until('the first group', () => first.length >= 30);
    await stage.consume('second', message, stage.collect(second));
    await until('the second group', () => second.length >= 30);
    expect(second.map((value) => value.n).sort((a, b) => a - b)).toEqual([...Array(30).keys()]);
    await until('everything acknowledged', async () => (await stage.bus.lag('second')) === 0);
  });

  it('shares a group between two consumers without handing a message to both', async () => {
    const message = messageType();
    const seen: Payload[] = [];
    const other = stage.subject.openBus();
    await stage.consume('g', message, stage.collect(seen));
    const consumer = await other.consume({ group: 'g', message, handle: stage.collect(seen), batchSize: 5 });
    await stage.publish(
      message,
      Array.from({ length: 200 }, (_, n) => ({ key: `k${n}`, n })),
    );
    await until('all messages', () => seen.length >= 200);
    await consumer.stop();
    await other.close();
    expect(seen.map((value) => value.n).sort((a, b) => a - b)).toEqual([...Array(200).keys()]);
  });

  it('serves many consumers at once, more than an adapter keeps connections', async () => {
    const messages = Array.from({ length: 24 }, messageType);
    const seen = new Set<string>();
    for (const message of messages)
      await stage.consume('many', message, async (batch) => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        for (const delivery of batch) seen.add(delivery.id);
      });
    await stage.subject.database.inScope(CONSUMER, (em) =>
      stage.bus.publish(
        em,
        messages.map((message) => outgoing(message, { key: 'a', n: 1 })),
      ),
    );
    await until('one message of each', () => seen.size >= messages.length);
  });
}
