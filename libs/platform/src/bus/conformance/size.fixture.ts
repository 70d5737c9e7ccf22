import { expect, it } from '@jest/globals';
import { CONSUMER } from '../../orm/scope.ts';
import { outgoing } from '../message-type.ts';
import { MAX_PAYLOAD_BYTES } from '../message-limits.ts';
import { messageType, type Payload, type Stage, until } from './stage.fixture.ts';

const MIB = 1024 * 1024;

/** Large messages arrive whole; one that is too large is refused before anything is promised. */
export function sizeConformance(stage: Stage): void {
  it.each([1_000_000, MIB, 3 * MIB])('carries a message of %d bytes, in its place among its neighbours', async (bytes) => {
    const message = messageType();
    const seen: Payload[] = [];
    await stage.consume('large', message, stage.collect(seen));
    const text = 'я'.repeat(bytes / 2);
    await stage.publish(message, [
      { key: 'a', n: 0 },
      { key: 'a', n: 1, text },
      { key: 'a', n: 2 },
    ]);
    await until('all three', () => seen.length >= 3);
    expect(seen.map(({ n }) => n)).toEqual([0, 1, 2]);
    expect(seen[1]?.text === text).toBe(true);
  });

  it('refuses a message over the limit, with all that would be published with it', async () => {
    const message = messageType();
    const seen: Payload[] = [];
    await stage.consume('large', message, stage.collect(seen));
    const tooLarge = stage.subject.database.inScope(CONSUMER, (em) =>
      stage.bus.publish(em, [
        outgoing(message, { key: 'a', n: 0 }),
        outgoing(message, { key: 'a', n: 1, text: 'x'.repeat(MAX_PAYLOAD_BYTES) }),
      ]),
    );
    await expect(tooLarge).rejects.toMatchObject({ code: 'message_too_large', details: { topic: message.topic } });
    await stage.publish(message, [{ key: 'a', n: 2 }]);
    await until('the next one', () => seen.length > 0);
    expect(seen).toEqual([{ key: 'a', n: 2 }]);
  });
}
