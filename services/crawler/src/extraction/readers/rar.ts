import { crc32 } from 'node:zlib';
import { asBuffer } from '../bytes.ts';
import { type Budget, type Part, Unreadable, type UnreadPart } from '../reader.ts';
import { readWithLibarchive } from './libarchive.ts';
import { RAR4_MARK, type Rar4Member, rar4Members } from './rar4-members.ts';

const STORED = 0x30;
/** Methods of compression before RAR 2.9 (2002). */
const OLDEST_VERSION = 29;
/** More files are not listed. */
const MEMBERS_MAX = 20_000;
/** Every file is given to the library as an archive of its own: behind an empty main block and before the block that ends it. */
const [START, END] = [Buffer.concat([RAR4_MARK, Buffer.from('cf907300000d00000000000000', 'hex')]), Buffer.from('c43d7b00400700', 'hex')];

export const readRar = (bytes: Uint8Array, budget: Budget): AsyncIterable<Part | UnreadPart> =>
  asBuffer(bytes).subarray(0, RAR4_MARK.length).equals(RAR4_MARK) ? readRar4(bytes, budget) : readWithLibarchive([bytes], budget);

/**
 * RAR 4, file by file: the library ends at the first file that it cannot read, and replaces letters beyond ASCII in names. It does not read files that are
 * compressed with what those before them hold (solid archives).
 */
async function* readRar4(bytes: Uint8Array, budget: Budget): AsyncIterable<Part | UnreadPart> {
  let count = 0;
  for (const member of rar4Members(bytes)) {
    count += 1;
    if (count > MEMBERS_MAX) throw new Unreadable('over_bound');
    const { path, method, isEncrypted, isSolid, version } = member;
    if (isEncrypted) yield { path, reason: 'encrypted' };
    else if (method === STORED) yield* storedParts(member, budget);
    else if (isSolid || version < OLDEST_VERSION) yield { path, reason: 'not_supported' };
    else yield* packedParts(member, budget);
  }
}

function* storedParts({ path, packed, checksum, isCut }: Rar4Member, budget: Budget): Iterable<Part | UnreadPart> {
  budget.takeBytes(packed.length);
  yield { path, bytes: packed };
  if (isCut || crc32(packed) !== checksum) yield { path, reason: 'damaged' };
}

async function* packedParts({ path, block }: Rar4Member, budget: Budget): AsyncIterable<Part | UnreadPart> {
  try {
    for await (const part of readWithLibarchive([START, block, END], budget)) {
      yield { ...part, path };
      // The library would report the damage again behind the file.
      if ('reason' in part) return;
    }
  } catch (error) {
    if (error instanceof Unreadable && error.reason === 'over_bound') throw error;
    yield { path, reason: error instanceof Unreadable ? error.reason : 'damaged' };
  }
}
