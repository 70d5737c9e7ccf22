import { expect, it } from '@jest/globals';
import { createTestDatabase } from '@leakwatch/testing';
import { newId } from '../../crypto/ids.ts';
import { LeakwatchError } from '../../errors/leakwatch-error.ts';
import { createLogger } from '../../logging/logger.ts';
import { Database } from '../../orm/database.ts';
import { busConformance } from '../conformance/bus-conformance.fixture.ts';
import { forgetReaderAt, messageType, type Stage, until } from '../conformance/stage.fixture.ts';
import { PostgresBus } from './postgres-bus.ts';

const open = async () => {
  const created = await createTestDatabase();
  const logger = createLogger('test', 'silent');
  // Any service's role may publish; the suite takes one.
  const database = await Database.open({ url: created.url, service: 'events', pool: 12 });
  return {
    database,
    openBus: () => new PostgresBus({ url: created.url, logger, maxAttempts: 3, pollMs: 200, retentionHours: 1 }),
    dropConnections: () => created.dropConnections(),
    forgetReader: forgetReaderAt(created.url),
    close: async () => {
      await database.close();
      await created.drop();
    },
  };
};

/** As many keys as there are partitions, and more: most partitions have some. */
const KEYS = Array.from({ length: 40 }, (_, n) => `key-${n}`);

busConformance('postgresql', open, (stage: Stage) => {
  it('a partition whose message cannot be handled yet rests alone: the others are delivered before it is tried again, and then in order', async () => {
    const message = messageType();
    const group = `resting-${newId()}`;
    const seen: string[] = [];
    let [tries, works] = [0, false];
    await stage.consume(group, message, async (batch) => {
      if (!works && batch.some(({ key }) => key === 'stuck')) {
        tries += 1;
        throw new LeakwatchError('unavailable', 503);
      }
      seen.push(...batch.map(({ key, payload: { n } }) => `${key} ${n}`));
    });
    await stage.publish(message, [{ key: 'stuck', n: 0 }]);
    // By then it rests for seconds.
    await until('the tries', () => tries === 5);
    const values = ['stuck', ...KEYS].map((key) => ({ key, n: 1 }));
    await stage.publish(message, values);
    await until('the other partitions', () => seen.length >= KEYS.length / 2);
    expect(tries).toBe(5);
    works = true;
    await until('all', () => seen.length > values.length);
    expect(seen.filter((one) => one.startsWith('stuck'))).toEqual(['stuck 0', 'stuck 1']);
    expect(seen).toHaveLength(values.length + 1);
    expect(await stage.bus.deadLetters(group)).toEqual([]);
  });
});
