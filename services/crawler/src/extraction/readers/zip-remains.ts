import { constants, createInflateRaw, inflateRawSync } from 'node:zlib';
import { type Budget, type OfficeFiles, type Part, partOf, Unreadable, type UnreadPart } from '../reader.ts';
import { nameFrom } from './names.ts';
import { readOffice } from './office.ts';
import { unpacked, unpackedAsFarAsPossible } from './unpack.ts';

/** More files are not looked for. */
const FILES_MAX = 20_000;
/** What stands before each file (APPNOTE 4.3.7). */
const HEADER = Buffer.from('PK\u0003\u0004', 'latin1');
const HEADER_BYTES = 30;
/** What may stand behind a file whose header does not say how long it is: the sizes, the next file, the directory. */
const ENDS = ['PK\u0007\u0008', 'PK\u0003\u0004', 'PK\u0001\u0002'].map((mark) => Buffer.from(mark, 'latin1'));
const [STORED, DEFLATED] = [0, 8];
const ENCRYPTED = 0x1;
const UTF8_NAME = 0x8_00;
/** The sizes stand elsewhere. */
const LARGE = 0xffff_ffff;

interface Remainder {
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly packed: Buffer;
  readonly isCut: boolean;
}

/** The files of an archive by the headers before them, up to where it was cut. */
function remaindersOf(archive: Buffer): ReadonlyMap<string, Remainder> {
  const files = new Map<string, Remainder>();
  const ends = ENDS.map((mark) => nextIn(archive, mark));
  for (let at = archive.indexOf(HEADER); at >= 0 && at + HEADER_BYTES <= archive.length; ) {
    if (files.size >= FILES_MAX) throw new Unreadable('over_bound');
    const [flags, method, size] = [archive.readUInt16LE(at + 6), archive.readUInt16LE(at + 8), archive.readUInt32LE(at + 18)];
    const nameEnd = at + HEADER_BYTES + archive.readUInt16LE(at + 26);
    const start = nameEnd + archive.readUInt16LE(at + 28);
    const name = archive.subarray(at + HEADER_BYTES, nameEnd);
    const end = size === 0 || size === LARGE ? Math.min(archive.length, ...ends.map((next) => next(start))) : start + size;
    const path = (flags & UTF8_NAME) === 0 ? nameFrom(name) : name.toString('utf8');
    files.set(files.has(path) ? `${path} ${files.size}` : path, {
      method,
      isEncrypted: (flags & ENCRYPTED) !== 0,
      packed: archive.subarray(start, end),
      isCut: end > archive.length,
    });
    at = archive.indexOf(HEADER, end);
  }
  return files;
}

/** Finds a mark at a place or behind it; places ascend, so that no byte is looked at twice, whatever the headers say. */
function nextIn(archive: Buffer, mark: Buffer): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) {
      const at = archive.indexOf(mark, from);
      found = at < 0 ? Number.POSITIVE_INFINITY : at;
    }
    return found;
  };
}

/**
 * What is left of an archive without its directory, which stands at the end: it was cut, or something was put before it. Ends with `damaged`.
 * @throws Unreadable damaged, over_bound
 */
export async function* readRemains(archive: Buffer, budget: Budget): AsyncIterable<Part | UnreadPart> {
  const remainders = remaindersOf(archive);
  const files: OfficeFiles = {
    names: [...remainders.keys()],
    has: (name) => remainders.has(name),
    read: (name) => {
      const file = remainders.get(name);
      return file === undefined ? undefined : beginningOf(file, budget);
    },
  };
  const office = await readOffice(files, budget);
  if (office !== undefined) yield* office;
  else for (const [path, file] of remainders) if (!path.endsWith('/')) yield* partsOf(path, file, budget);
  throw new Unreadable('damaged');
}

function readable({ method, isEncrypted, packed }: Remainder, budget: Budget): Buffer {
  if (isEncrypted) throw new Unreadable('encrypted');
  if (method !== STORED && method !== DEFLATED) throw new Unreadable('not_supported');
  if (method === STORED) budget.takeBytes(packed.length);
  return packed;
}

/** As much of a file of an office file as there is: zlib takes an early end for none. */
function beginningOf(file: Remainder, budget: Budget): Uint8Array {
  const packed = readable(file, budget);
  const inflate = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) =>
    inflateRawSync(bytes, { ...options, finishFlush: constants.Z_SYNC_FLUSH });
  return file.method === STORED ? packed : unpacked(inflate, packed, budget);
}

async function* partsOf(path: string, file: Remainder, budget: Budget): AsyncIterable<Part | UnreadPart> {
  try {
    const packed = readable(file, budget);
    if (file.method === STORED) return yield* partOf(path, { bytes: packed, isDamaged: file.isCut });
    yield* partOf(path, await unpackedAsFarAsPossible(inflateRawSync, createInflateRaw, packed, budget));
  } catch (error) {
    const reason = error instanceof Unreadable ? error.reason : 'damaged';
    // The bound holds for all files of the archive.
    if (reason === 'over_bound') throw error;
    yield { path, reason };
  }
}
