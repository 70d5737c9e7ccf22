import { type Budget, type Part, Unreadable, type UnreadPart } from '../reader.ts';
import { readWithLibarchive } from './libarchive.ts';
import { namesIn, sevenzipHeader, withHeaderAsFile } from './sevenzip-header.ts';

/** 7z. The list of its files is read for their names, which the library does not give as they are. */
export async function* readSevenzip(bytes: Uint8Array, budget: Budget): AsyncIterable<Part | UnreadPart> {
  yield* readWithLibarchive([bytes], budget, await namesOf(bytes, budget));
}

/** No names where the list is damaged or encrypted, which the library reports. */
async function namesOf(bytes: Uint8Array, budget: Budget): Promise<readonly string[]> {
  try {
    const header = sevenzipHeader(bytes);
    const packed = withHeaderAsFile(bytes, header);
    if (packed === undefined) return namesIn(header);
    let names: readonly string[] = [];
    for await (const part of readWithLibarchive(packed, budget)) if ('bytes' in part) names = namesIn(part.bytes);
    return names;
  } catch (error) {
    if (error instanceof Unreadable && error.reason === 'over_bound') throw error;
    return [];
  }
}
