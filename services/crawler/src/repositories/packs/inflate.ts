import { constants, createInflate, inflateSync } from 'node:zlib';
import { PackError } from './pack-error.ts';

const damaged = () => new PackError('damaged', 'an entry of a pack cannot be inflated');
const otherSize = () => new PackError('damaged', 'an entry of a pack has another size than its head says');

/** Inflates into the beginning of `room`; false where the data are damaged. Returns how many bytes of `room` are left otherwise. */
type Engine = (compressed: Uint8Array, room: Uint8Array) => number | false;

/**
 * Inflates data of `size` bytes into `room`, which has one byte more: zlib ends in it instead of asking for more room. What follows the
 * data in `compressed` is ignored.
 * @returns the beginning of `room`
 * @throws PackError damaged
 */
export function inflateInto(compressed: Uint8Array, size: number, room: Uint8Array): Uint8Array {
  const left = engine(compressed, room);
  if (left === false) throw damaged();
  if (room.length - left !== size) throw otherSize();
  return room.subarray(0, size);
}

/** As `inflateInto`, into memory of its own. @throws PackError damaged */
export const inflate = (compressed: Uint8Array, size: number): Uint8Array =>
  inflateInto(compressed, size, Buffer.allocUnsafeSlow(size + 1));

/** What Node's streams of zlib are made of. It is not part of Node's documented interface. */
interface ZlibHandle {
  onerror: () => void;
  reset(): void;
  writeSync(flush: number, from: Uint8Array, start: number, length: number, to: Uint8Array, toStart: number, toLength: number): void;
}

const isHandle = (value: unknown): value is ZlibHandle =>
  typeof value === 'object' &&
  value !== null &&
  ['reset', 'writeSync'].every((name) => typeof Reflect.get(value, name) === 'function') &&
  'onerror' in value;

/** How many bytes of the room and of the data are left. */
const isState = (value: unknown): value is Uint32Array =>
  ArrayBuffer.isView(value) && Reflect.get(value, Symbol.toStringTag) === Uint32Array.name;

/** One state of zlib for all objects: `inflateSync` makes a new one each time, which takes longer than inflating a usual delta. */
export function reusedEngine(): Engine | undefined {
  const stream = createInflate();
  const handle: unknown = Reflect.get(stream, '_handle');
  const state: unknown = Reflect.get(stream, '_writeState');
  if (!isHandle(handle) || !isState(state)) return undefined;
  let failed = false;
  handle.onerror = () => {
    failed = true;
  };
  return (compressed, room) => {
    failed = false;
    handle.reset();
    handle.writeSync(constants.Z_FINISH, compressed, 0, compressed.length, room, 0, room.length);
    return !failed && (state[0] ?? 0);
  };
}

export const documentedEngine: Engine = (compressed, room) => {
  try {
    const bytes = inflateSync(compressed, { chunkSize: Math.max(64, room.length), maxOutputLength: room.length });
    room.set(bytes);
    return room.length - bytes.length;
  } catch (error) {
    // Longer than it should be: the room is full, as it is with the other engine.
    return typeof error === 'object' && error !== null && Reflect.get(error, 'code') === 'ERR_BUFFER_TOO_LARGE' ? 0 : false;
  }
};

/** An object of git without content; where Node has changed inside, the reused engine does not pass it. */
const SAMPLE = Buffer.from('789c030000000001', 'hex');
const worksHere = (candidate: Engine | undefined): candidate is Engine => candidate?.(SAMPLE, new Uint8Array(1)) === 1;
const reused = reusedEngine();
const engine = worksHere(reused) ? reused : documentedEngine;
