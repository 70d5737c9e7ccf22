import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect } from '@jest/globals';

const LOOK_MS = 50;
/** As long as a loaded machine takes to draw. */
const PATIENCE_MS = 60_000;

/** A page shows a change once it has drawn it: reads until that is so, or fails with what it read last. */
export async function shows<T>(read: () => Promise<T>, wanted: T): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  let seen = await read();
  while (!isDeepStrictEqual(seen, wanted) && Date.now() < end) {
    await sleep(LOOK_MS);
    seen = await read();
  }
  expect(seen).toEqual(wanted);
}
