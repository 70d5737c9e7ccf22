import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GitHttpBehaviour } from './behaviour.ts';

/** What happens to the connection after the body: it ends, breaks, or stays open without data. */
export type Ending = 'end' | 'break' | 'silence';

const SLICES_PER_SECOND = 10;

/**
 * Forwards the body with a repository's objects, with the fault of the behaviour. The last value says how the connection
 * ends.
 */
export async function* spoilBody(body: Readable, behaviour: GitHttpBehaviour): AsyncGenerator<Buffer, Ending, undefined> {
  switch (behaviour.kind) {
    case 'truncated': {
      const whole = await collect(body);
      yield whole.subarray(0, behaviour.keepBytes ?? whole.length >> 1);
      return 'break';
    }
    case 'damaged': {
      const whole = await collect(body);
      const middle = whole.length >> 1;
      whole[middle] = (whole[middle] ?? 0) ^ 0xff;
      yield whole;
      return 'end';
    }
    case 'stalled': {
      const whole = await collect(body);
      yield whole.subarray(0, behaviour.afterBytes);
      return whole.length > behaviour.afterBytes ? 'silence' : 'end';
    }
    case 'slow': {
      const slice = Math.max(1, Math.floor(behaviour.bytesPerSecond / SLICES_PER_SECOND));
      for await (const chunk of body) {
        for (let from = 0; from < chunk.length; from += slice) {
          yield chunk.subarray(from, from + slice);
          await sleep(1000 / SLICES_PER_SECOND);
        }
      }
      return 'end';
    }
    default:
      for await (const chunk of body) yield chunk;
      return 'end';
  }
}

/** Whether an answer of upload-pack holds a pack, and not a list of refs or a step of the negotiation; takes nothing from it. */
export async function carriesObjects(body: Readable): Promise<boolean> {
  for (;;) {
    const chunk: unknown = body.read();
    if (Buffer.isBuffer(chunk)) {
      body.unshift(chunk);
      return chunk.includes('packfile\n') || chunk.includes('PACK');
    }
    if (body.readableEnded || body.destroyed) return false;
    await Promise.race([once(body, 'readable'), once(body, 'end')]);
  }
}

async function collect(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
