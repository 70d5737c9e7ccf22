import { expect, it } from '@jest/globals';
import { newId } from '../../crypto/ids.ts';
import { LeakwatchError } from '../../errors/leakwatch-error.ts';
import { CONSUMER } from '../../orm/scope.ts';
import { Undeliverable } from '../undeliverable.ts';
import { type Handle, messageType, type Payload, type Stage, until } from './stage.fixture.ts';

/** What dies, is poisoned or away loses nothing and holds up nobody else. */
export function failureConformance(stage: Stage): void {
  it('redelivers, with the same id, messages that a killed consumer did not acknowledge', async () => {
    const message = messageType();
    const ids: string[] = [];
    const dying = stage.subject.openBus();
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
    await stage.publish(message, [{ key: 'a', n: 1 }]);
    await until('the first delivery', () => entered);
    await stage.subject.dropConnections();
    await dying.close();
    const again: string[] = [];
    await stage.consume('g', message, async (batch) => void again.push(...batch.map((delivery) => delivery.id)));
    await until('the redelivery', () => again.length > 0);
    expect(again).toEqual([ids[0]]);
  });

  it('stores a failing message as a dead letter with its reason, delivers its neighbours, and replays it to its group only', async () => {
    const message = messageType();
    const seen: Payload[] = [];
    const elsewhere: Payload[] = [];
    let cured = false;
    const group = `poison-${newId()}`;
    await stage.consume(group, message, async (batch) => {
      if (!cured && batch.some((delivery) => delivery.payload.n === 1)) throw new Error('cannot digest');
      seen.push(...batch.map((delivery) => delivery.payload));
    });
    await stage.consume('elsewhere', message, stage.collect(elsewhere));
    await stage.publish(
      message,
      [0, 1, 2].map((n) => ({ key: 'a', n })),
    );
    await until('the neighbours', () => seen.some((value) => value.n === 2));
    const [dead, ...more] = await stage.bus.deadLetters(group);
    expect(more).toEqual([]);
    expect(dead).toMatchObject({
      group,
      topic: message.topic,
      payload: { key: 'a', n: 1 },
      reason: expect.stringContaining('cannot digest'),
    });
    expect(seen.map((value) => value.n)).toEqual([0, 2]);
    expect(await stage.bus.groups()).toEqual(expect.arrayContaining([group, 'elsewhere']));
    cured = true;
    // Two people at once.
    const replays = await Promise.all([stage.bus.replay(group), stage.bus.replay(group, [dead?.id ?? ''])]);
    expect(replays.map(({ replayed }) => replayed).toSorted()).toEqual([0, 1]);
    await until('the replay', () => seen.length >= 3);
    expect(seen.map((value) => value.n)).toEqual([0, 2, 1]);
    expect(await stage.bus.deadLetters(group)).toEqual([]);
    expect(elsewhere.map((value) => value.n).sort()).toEqual([0, 1, 2]);
  });

  it('keeps dead letters that no process of their group reads any more, and replays those beside them', async () => {
    const [read, unread] = [messageType(), messageType()];
    const group = `unread-${newId()}`;
    const seen: Payload[] = [];
    let cured = false;
    const handle: Handle = async (batch) => {
      if (!cured)
        throw new Undeliverable(
          'not_yet',
          batch.map(({ id }) => id),
        );
      seen.push(...batch.map(({ payload }) => payload));
    };
    for (const message of [read, unread]) {
      await stage.consume(group, message, handle);
      await stage.publish(message, [{ key: 'a', n: 1 }]);
    }
    await until('both', async () => (await stage.bus.deadLetters(group)).length === 2);
    cured = true;
    await stage.subject.forgetReader(group, unread.topic);
    expect(await stage.bus.replay(group)).toEqual({ replayed: 1, kept: 1 });
    await until('the replay', () => seen.length === 1);
    expect(await stage.bus.deadLetters(group)).toMatchObject([{ topic: unread.topic }]);
    await stage.consume(group, unread, handle);
    expect(await stage.bus.replay(group)).toEqual({ replayed: 1, kept: 0 });
    await until('the other', () => seen.length === 2);
    expect(await stage.bus.deadLetters(group)).toEqual([]);
  });

  it('stores messages that the handler declares undeliverable as dead letters at once, and delivers the rest of the batch', async () => {
    const message = messageType();
    const seen: number[] = [];
    let handled = 0;
    const group = `undeliverable-${newId()}`;
    await stage.publish(
      message,
      Array.from({ length: 40 }, (_, n) => ({ key: 'a', n })),
    );
    await stage.consume(group, message, async (batch) => {
      handled += 1;
      const odd = batch.filter((delivery) => delivery.payload.n % 2 === 1).map((delivery) => delivery.id);
      if (odd.length > 0) throw new Undeliverable('odd_number', odd);
      seen.push(...batch.map((delivery) => delivery.payload.n));
    });
    await until('the others', () => seen.length >= 20);
    await until('nothing left to deliver', async () => (await stage.bus.lag(group)) === 0);
    expect(seen).toEqual(Array.from({ length: 20 }, (_, n) => 2 * n));
    const dead = await stage.bus.deadLetters(group);
    expect(dead).toHaveLength(20);
    const ids = dead.map(({ id }) => id);
    const pages = [0, 15].map((offset) => stage.bus.listDeadLetters({ group, limit: 15, offset }));
    const listed = (await Promise.all(pages)).flatMap(({ results }) => results);
    expect(listed.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(listed[0]).toEqual({
      id: expect.any(String),
      group,
      topic: message.topic,
      reason: dead[0]?.reason,
      attempts: 1,
      diedAt: expect.any(Date),
    });
    expect(await pages[0]).toMatchObject({ count: 20 });
    expect((await stage.bus.listDeadLetters({ group: null, limit: 1000, offset: 0 })).count).toBeGreaterThanOrEqual(20);
    expect(dead[0]).toMatchObject({ attempts: 1, reason: expect.stringContaining('odd_number') });
    // A batch and the batch without them: no attempt for each message. Kafka may hand over the batch in parts.
    expect(handled).toBeLessThan(10);
  });

  it('stores messages of another shape as dead letters at once, with what is wrong in one line, and delivers the rest', async () => {
    const message = messageType();
    const seen: Payload[] = [];
    let handled = 0;
    const group = `malformed-${newId()}`;
    const payloads = [{ key: 'a', n: 0 }, { key: 'a', n: 'what-was-found' }, { key: 'a' }, { key: 'a', n: 3 }];
    const messages = payloads.map((payload) => ({ topic: message.topic, key: 'a', payload }));
    await stage.subject.database.inScope(CONSUMER, (em) => stage.bus.publish(em, messages));
    await stage.consume(group, message, async (batch) => {
      handled += 1;
      seen.push(...batch.map((delivery) => delivery.payload));
    });
    await until('the others', () => seen.length >= 2);
    await until('nothing left to deliver', async () => (await stage.bus.lag(group)) === 0);
    expect(seen.map(({ n }) => n)).toEqual([0, 3]);
    const dead = await stage.bus.deadLetters(group);
    expect(dead).toMatchObject([{ attempts: 1 }, { attempts: 1 }]);
    for (const { reason } of dead) {
      expect(reason).toMatch(/^payload_malformed: n: .*number/);
      expect(reason).not.toMatch(/\n|what-was-found/);
    }
    // Kafka may hand over the batch in parts.
    expect(handled).toBeLessThan(3);
  });

  it('never buries a message because a dependency was away', async () => {
    const message = messageType();
    const seen: Payload[] = [];
    let tries = 0;
    const group = `away-${newId()}`;
    await stage.consume(group, message, async (batch) => {
      tries += 1;
      if (tries <= 4) throw new LeakwatchError('unavailable', 503);
      seen.push(...batch.map((delivery) => delivery.payload));
    });
    await stage.publish(message, [{ key: 'a', n: 1 }]);
    await until('the dependency', () => seen.length > 0, 60_000);
    expect(await stage.bus.deadLetters(group)).toEqual([]);
  }, 70_000);

  it('loses nothing when the database restarts', async () => {
    const message = messageType();
    const handled = new Set<number>();
    await stage.consume(
      'g',
      message,
      async (batch) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        for (const delivery of batch) handled.add(delivery.payload.n);
      },
      stage.bus,
      3,
    );
    const committed = new Set<number>();
    for (let n = 0; n < 60; n += 1) {
      if (n % 20 === 10) await stage.subject.dropConnections();
      await stage.publish(message, [{ key: `k${n % 5}`, n }]).then(
        () => committed.add(n),
        () => undefined,
      );
    }
    await until('everything committed', () => [...committed].every((n) => handled.has(n)));
    expect(committed.size).toBeGreaterThan(50);
    expect([...handled].filter((n) => !committed.has(n))).toEqual([]);
  });
}
