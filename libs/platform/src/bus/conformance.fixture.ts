import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { newId } from '../crypto/ids.ts';
import { LeakwatchError } from '../errors/leakwatch-error.ts';
import { CONSUMER } from '../orm/scope.ts';
import type { Database } from '../orm/database.ts';
import type { Bus, Consumer, Delivery } from './bus.port.ts';
import { outgoing } from './message-type.ts';

/** What a suite needs of an adapter: a database to publish from, buses (one a process), and a way to restart the database. */
export interface ConformanceSubject {
  readonly database: Database;
  openBus(): Bus;
  /** Ends every connection to the database, as a restart of the server does. */
  dropConnections(): Promise<void>;
  close(): Promise<void>;
}

const payload = z.object({ key: z.string(), n: z.number().int() });
type Payload = z.output<typeof payload>;

const until = async (what: string, done: () => boolean | Promise<boolean>, ms = 60_000) => {
  const deadline = Date.now() + ms;
  while (!(await done())) {
    if (Date.now() > deadline) throw new Error(`waited for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/** Every adapter of the bus port passes this suite. */
export function busConformance(name: string, open: () => Promise<ConformanceSubject>): void {
  describe(`bus: ${name}`, () => {
    let subject: ConformanceSubject;
    let bus: Bus;
    const consumers: Consumer[] = [];

    beforeAll(async () => {
      subject = await open();
      bus = subject.openBus();
    });
    afterAll(async () => {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
      await bus.close();
      await subject.close();
    });

    const messageType = () => ({ topic: `test-${newId()}`, schema: payload, keyOf: (value: Payload) => value.key });
    type Kind = ReturnType<typeof messageType>;
    const publish = (message: Kind, values: readonly Payload[]) =>
      subject.database.inScope(CONSUMER, (em) =>
        bus.publish(
          em,
          values.map((value) => outgoing(message, value)),
        ),
      );
    const consume = async (
      group: string,
      message: Kind,
      handle: (batch: readonly Delivery<Payload>[]) => Promise<void>,
      from: Bus = bus,
      batchSize = 50,
    ) => {
      const consumer = await from.consume({ group, message, handle, batchSize });
      consumers.push(consumer);
      return consumer;
    };
    const collect = (seen: Payload[]) => async (batch: readonly Delivery<Payload>[]) => {
      seen.push(...batch.map((delivery) => delivery.payload));
    };

    it('publishes exactly what the transaction commits', async () => {
      const message = messageType();
      const seen: Payload[] = [];
      await consume('g', message, collect(seen));
      await expect(
        subject.database.inScope(CONSUMER, async (em) => {
          await bus.publish(em, [outgoing(message, { key: 'a', n: 1 })]);
          throw new Error('rolled back');
        }),
      ).rejects.toThrow('rolled back');
      await publish(message, [{ key: 'a', n: 2 }]);
      await until('the committed message', () => seen.length > 0);
      expect(seen).toEqual([{ key: 'a', n: 2 }]);
    });

    it('keeps the order of each key, whatever publishes at the same time', async () => {
      const message = messageType();
      const keys = ['a', 'b', 'c', 'd', 'e'];
      const seen: Payload[] = [];
      await consume('g', message, collect(seen));
      await Promise.all(
        keys.map(async (key) => {
          for (let n = 0; n < 20; n += 1) await publish(message, [{ key, n }]);
        }),
      );
      await until('all messages', () => seen.length >= 100);
      for (const key of keys) expect(seen.filter((value) => value.key === key).map((value) => value.n)).toEqual([...Array(20).keys()]);
    });

    it('hides nothing behind a transaction that commits late', async () => {
      const message = messageType();
      const seen: Payload[] = [];
      await consume('g', message, collect(seen));
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const late = subject.database.inScope(CONSUMER, async (em) => {
        await bus.publish(em, [outgoing(message, { key: 'late', n: 1 })]);
        await held;
      });
      await new Promise((resolve) => setTimeout(resolve, 100));
      const others = ['p', 'q', 'r', 's', 't', 'u', 'v', 'w'].map((key) => publish(message, [{ key, n: 0 }]));
      await new Promise((resolve) => setTimeout(resolve, 300));
      release();
      await Promise.all([late, ...others]);
      await until('all messages', () => seen.length >= 9);
      expect(seen.filter((value) => value.key === 'late')).toHaveLength(1);
    });

    it('delivers again, with the same id, what a consumer did not acknowledge before it died', async () => {
      const message = messageType();
      const ids: string[] = [];
      const dying = subject.openBus();
      let entered = false;
      void dying
        .consume({
          group: 'g',
          message,
          handle: async (batch) => {
            ids.push(...batch.map((delivery) => delivery.id));
            entered = true;
            await new Promise((_, reject) => setTimeout(() => reject(new LeakwatchError('unavailable', 503)), 400));
          },
        })
        .catch(() => undefined);
      await publish(message, [{ key: 'a', n: 1 }]);
      await until('the first delivery', () => entered);
      await subject.dropConnections();
      await dying.close();
      const again: string[] = [];
      await consume('g', message, async (batch) => void again.push(...batch.map((delivery) => delivery.id)));
      await until('the redelivery', () => again.length > 0);
      expect(again).toEqual([ids[0]]);
    });

    it('gives a second group every message from the beginning', async () => {
      const message = messageType();
      const first: Payload[] = [];
      const second: Payload[] = [];
      await consume('first', message, collect(first));
      await publish(
        message,
        Array.from({ length: 30 }, (_, n) => ({ key: `k${n % 4}`, n })),
      );
      await until('the first group', () => first.length >= 30);
      await consume('second', message, collect(second));
      await until('the second group', () => second.length >= 30);
      expect(second.map((value) => value.n).sort((a, b) => a - b)).toEqual([...Array(30).keys()]);
      expect(await bus.lag('second')).toBe(0);
    });

    it('shares a group between two consumers without handing a message to both', async () => {
      const message = messageType();
      const seen: Payload[] = [];
      const other = subject.openBus();
      await consume('g', message, collect(seen));
      const consumer = await other.consume({ group: 'g', message, handle: collect(seen), batchSize: 5 });
      await publish(
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
        await consume('many', message, async (batch) => {
          await new Promise((resolve) => setTimeout(resolve, 50));
          for (const delivery of batch) seen.add(delivery.id);
        });
      await subject.database.inScope(CONSUMER, (em) =>
        bus.publish(
          em,
          messages.map((message) => outgoing(message, { key: 'a', n: 1 })),
        ),
      );
      await until('one message of each', () => seen.size >= messages.length);
    });

    it('buries a poisoned message with its reason, lets its neighbours through, and replays it to its group alone', async () => {
      const message = messageType();
      const seen: Payload[] = [];
      const elsewhere: Payload[] = [];
      let cured = false;
      const group = `poison-${newId()}`;
      await consume(group, message, async (batch) => {
        if (!cured && batch.some((delivery) => delivery.payload.n === 1)) throw new Error('cannot digest');
        seen.push(...batch.map((delivery) => delivery.payload));
      });
      await consume('elsewhere', message, collect(elsewhere));
      await publish(
        message,
        [0, 1, 2].map((n) => ({ key: 'a', n })),
      );
      await until('the neighbours', () => seen.some((value) => value.n === 2));
      const [dead, ...more] = await bus.deadLetters(group);
      expect(more).toEqual([]);
      expect(dead).toMatchObject({
        group,
        topic: message.topic,
        payload: { key: 'a', n: 1 },
        reason: expect.stringContaining('cannot digest'),
      });
      expect(seen.map((value) => value.n)).toEqual([0, 2]);
      cured = true;
      expect(await bus.replay(group)).toBe(1);
      await until('the replay', () => seen.length >= 3);
      expect(seen.map((value) => value.n)).toEqual([0, 2, 1]);
      expect(await bus.deadLetters(group)).toEqual([]);
      expect(elsewhere.map((value) => value.n).sort()).toEqual([0, 1, 2]);
    });

    it('never buries a message because a dependency was away', async () => {
      const message = messageType();
      const seen: Payload[] = [];
      let tries = 0;
      const group = `away-${newId()}`;
      await consume(group, message, async (batch) => {
        tries += 1;
        if (tries <= 4) throw new LeakwatchError('unavailable', 503);
        seen.push(...batch.map((delivery) => delivery.payload));
      });
      await publish(message, [{ key: 'a', n: 1 }]);
      await until('the dependency', () => seen.length > 0, 60_000);
      expect(await bus.deadLetters(group)).toEqual([]);
    }, 70_000);

    it('loses nothing when the database restarts', async () => {
      const message = messageType();
      const handled = new Set<number>();
      await consume(
        'g',
        message,
        async (batch) => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          for (const delivery of batch) handled.add(delivery.payload.n);
        },
        bus,
        3,
      );
      const committed = new Set<number>();
      for (let n = 0; n < 60; n += 1) {
        if (n % 20 === 10) await subject.dropConnections();
        await publish(message, [{ key: `k${n % 5}`, n }]).then(
          () => committed.add(n),
          () => undefined,
        );
      }
      await until('everything committed', () => [...committed].every((n) => handled.has(n)));
      expect(committed.size).toBeGreaterThan(50);
      expect([...handled].filter((n) => !committed.has(n))).toEqual([]);
    });
  });
}
