import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { MAX_PAYLOAD_BYTES } from './message-limits.ts';
import type { MessageType } from './message-type.ts';
import { tryOutgoing } from './try-outgoing.ts';

const schema = z.object({ at: z.iso.datetime(), parts: z.array(z.object({ text: z.string().min(1) })) });
const message: MessageType<z.output<typeof schema>> = { topic: 'said.v1', schema, keyOf: ({ at }) => at };
const payload = { at: '2026-01-01T00:00:00.000Z', parts: [{ text: 'said' }] };

it('says of a payload that cannot be published where it is wrong, and nothing of what it holds', () => {
  expect(tryOutgoing(message, payload)).toEqual({ message: { topic: 'said.v1', key: payload.at, payload } });
  expect(tryOutgoing(message, { ...payload, at: '+020000-01-01T00:00:00.000Z' })).toEqual({ refused: 'at invalid_format' });
  expect(tryOutgoing(message, { ...payload, parts: [...payload.parts, { text: '' }] })).toEqual({ refused: 'parts.1.text too_small' });
  expect(tryOutgoing({ ...message, keyOf: () => 'a\0b' }, payload)).toEqual({ refused: 'key' });
  expect(tryOutgoing(message, { ...payload, parts: [{ text: 'x'.repeat(MAX_PAYLOAD_BYTES) }] })).toEqual({ refused: 'message_too_large' });
});

it('fails as before where the fault is not in the payload', () => {
  const broken = {
    ...message,
    keyOf: () => {
      throw new Error('no key');
    },
  };
  expect(() => tryOutgoing(broken, payload)).toThrow('no key');
});
