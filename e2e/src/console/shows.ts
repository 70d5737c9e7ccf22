import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect } from '@jest/globals';

const LOOK_MS = 50;
/** A loaded machine may take this long to render. */
const PATIENCE_MS = 60_000;

/** Reads the page until it shows the expected value, or fails with the last value read. */
export async function shows<T>(read: () => Promise<T>, wanted: T): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  let seen = await read();
  while (!isDeepStrictEqual(seen, wanted) && Date.now() < end) {
    await sleep(LOOK_MS);
    seen = await read();
  }
  expect(seen).toEqual(wanted);
}
