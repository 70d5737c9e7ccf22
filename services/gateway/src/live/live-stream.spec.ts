import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LIVE_TOPICS } from '@leakwatch/contracts';
import { LiveStream } from './live-stream.ts';

let position: string | null;
const makeStream = () => new LiveStream({ session: 's', organisation: 'o', position: () => position });
/** What a reader gets who takes everything that is there now. */
const read = (stream: LiveStream): string => String(stream.body.read() ?? '');

beforeEach(() => {
  position = '5-0';
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
});
afterEach(() => void jest.useRealTimers());

describe('a live stream', () => {
  it('says when to come back, then from where it goes on, then what changed', () => {
    const stream = makeStream();
    expect(read(stream)).toMatch(/^retry: [2-5]\d{3}\n\n$/);
    stream.hint(['events']);
    expect(read(stream)).toBe('');
    stream.open();
    expect(read(stream)).toBe('id: 5-0\ndata: {"topics":["events"]}\n\n');
    position = '6-0';
    stream.hint(['tasks']);
    jest.advanceTimersByTime(500);
    expect(read(stream)).toBe('id: 6-0\ndata: {"topics":["tasks"]}\n\n');
  });

  it('sends the id when it opens and with each heartbeat, so that a browser never has to resume from far back', () => {
    const stream = makeStream();
    stream.beat();
    stream.open();
    position = '9-0';
    stream.beat();
    expect(read(stream)).toMatch(/^retry: \d+\n\n:\n\nid: 5-0\ndata: \{"topics":\[\]\}\n\n:\nid: 9-0\n\n$/);
  });

  it('sends no id beyond what it has sent', () => {
    const stream = makeStream();
    stream.open();
    stream.hint(['tasks']);
    stream.hint(['events']);
    read(stream);
    position = '9-0';
    stream.beat();
    expect(read(stream)).toBe(':\n\n');
  });

  it('carries on without Redis: beats, and no id that it does not know', () => {
    position = null;
    const stream = makeStream();
    stream.open();
    stream.beat();
    expect(read(stream)).toMatch(/^retry: \d+\n\ndata: \{"topics":\[\]\}\n\n:\n\n$/);
  });

  it('names everything when something was lost', () => {
    const stream = makeStream();
    stream.lose();
    stream.open();
    expect(read(stream)).toContain(`event: reset\ndata: ${JSON.stringify({ topics: LIVE_TOPICS })}\n\n`);
  });

  it('is cut off when it ended and its reader does not take the rest', async () => {
    const stream = makeStream();
    stream.open();
    const closed = new Promise((resolve) => stream.body.once('close', resolve));
    stream.end();
    expect(stream.body.destroyed).toBe(false);
    jest.advanceTimersByTime(1_000);
    await closed;
  });

  it('buffers little for a reader that does not read, and sends each topic once when it reads again', async () => {
    const stream = makeStream();
    stream.open();
    for (let n = 0; n < 2_000; n += 1) {
      stream.hint([LIVE_TOPICS[n % 2] ?? 'events']);
      stream.beat();
      jest.advanceTimersByTime(1_000);
    }
    expect(stream.isBlocked).toBe(true);
    const held = stream.body.readableLength + stream.body.writableLength;
    expect(held).toBeLessThan(16_384);
    let text = '';
    for (let taken = read(stream); taken !== ''; taken = read(stream)) {
      text += taken;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(stream.isBlocked).toBe(false);
    expect(text).toMatch(/data: \{"topics":\["(events","tasks|tasks","events)"\]\}\n\n$/);
  });
});
