import { asBuffer } from '../../../bytes.ts';
import { type Budget, Unreadable } from '../../../reader.ts';
import { rc4 } from './rc4.ts';
import { rc4Keys } from './rc4-keys.ts';

/** Records of the stream (MS-PPT 2.3.3, 2.3.4, 2.3.7): a save, where the objects of a save stand, and how they are encrypted. */
const RECORD = { save: 0x0ff5, places: 0x1772, encryption: 0x2f14 } as const;
const HEADER_BYTES = 8;
/** In the stream `Current User`, where the last save stands. */
const LAST_SAVE_AT = 16;
/** Saves before the last one; more are not followed. */
const SAVES_MAX = 1_000;
/** More objects are made to exhaust a reader; a presentation has some for each slide. */
const PLACES_MAX = 200_000;

interface Place {
  readonly id: number;
  readonly offset: number;
}

/**
 * The stream of a presentation whose objects are decrypted, when it has a default password; undefined when it has another one. Each object is encrypted with a
 * key for its number. Throws where bytes are missing, and Unreadable over_bound.
 * @param user the stream `Current User`
 */
export function decryptedPresentation(stream: Buffer, user: Buffer, passwords: readonly string[], budget: Budget): Buffer | undefined {
  if (user.length < LAST_SAVE_AT + 4) return undefined;
  const { places, encryption } = placesIn(stream, user.readUInt32LE(LAST_SAVE_AT));
  const described = places.find(({ id }) => id === encryption);
  const info = described === undefined ? undefined : recordAt(stream, described.offset, RECORD.encryption);
  const keyOf = info === undefined ? undefined : rc4Keys(info, passwords);
  if (keyOf === undefined) return undefined;
  budget.takeBytes(stream.length);
  const plain = asBuffer(Uint8Array.from(stream));
  const done = new Set<number>();
  for (const { id, offset } of places) {
    if (id === encryption || offset + HEADER_BYTES > stream.length || done.has(offset)) continue;
    done.add(offset);
    const cipher = rc4(keyOf(id));
    const header = cipher(stream.subarray(offset, offset + HEADER_BYTES));
    const content = stream.subarray(offset + HEADER_BYTES, offset + HEADER_BYTES + header.readUInt32LE(4));
    // Objects of a file that was made to exhaust a reader may overlap.
    budget.takeBytes(content.length + HEADER_BYTES);
    header.copy(plain, offset);
    cipher(content).copy(plain, offset + HEADER_BYTES);
  }
  return plain;
}

/** The objects of all saves, the last one first, and the number of the one that says how the others are encrypted. */
function placesIn(stream: Buffer, lastSave: number): { readonly places: readonly Place[]; readonly encryption: number | undefined } {
  const places: Place[] = [];
  let encryption: number | undefined;
  let next = lastSave;
  for (let saves = 0; saves < SAVES_MAX; saves += 1) {
    const save = recordAt(stream, next, RECORD.save);
    if (save === undefined) break;
    if (save.length >= 32) encryption ??= save.readUInt32LE(28);
    const area = recordAt(stream, save.readUInt32LE(12), RECORD.places) ?? Buffer.alloc(0);
    for (let at = 0; at + 4 <= area.length; ) {
      const [first, count] = [area.readUInt32LE(at) & 0xf_ffff, area.readUInt32LE(at) >>> 20];
      at += 4;
      if (places.length > PLACES_MAX) throw new Unreadable('over_bound');
      for (let id = first; id < first + count && at + 4 <= area.length; id += 1, at += 4)
        places.push({ id, offset: area.readUInt32LE(at) });
    }
    next = save.readUInt32LE(8);
    if (next === 0) break;
  }
  return { places, encryption };
}

/** The content of a record of a type; undefined where another one stands, or none. */
function recordAt(stream: Buffer, at: number, type: number): Buffer | undefined {
  if (at + HEADER_BYTES > stream.length || stream.readUInt16LE(at + 2) !== type) return undefined;
  return stream.subarray(at + HEADER_BYTES, at + HEADER_BYTES + stream.readUInt32LE(at + 4));
}
