import { decodeText, documentTexts } from '@leakwatch/matching';

/**
 * Runs of white space as one space, as the lines of an event are compared (docs/behaviour/events.md). An excerpt shows U+FFFD for control characters, and
 * spaces for those of encoded text.
 */
const normalised = (text: string): string => text.replaceAll(/[\s\p{Cc}\ufffd]+/gu, ' ').trim();

/** Whether each of the lines is in the document, in some way in which documents are matched. Of a large document that takes seconds. */
export function holdsLines(bytes: Uint8Array, lines: readonly string[]): boolean {
  return missingIn(documentTexts(bytes), lines).length === 0;
}

/** Whether each of the lines is in it as it is written, which most are. */
const showsLines = (bytes: Uint8Array, lines: readonly string[]): boolean => missingIn([decodeText(bytes)], lines).length === 0;

function missingIn(texts: Iterable<string>, lines: readonly string[]): readonly string[] {
  let missing = lines.map(normalised);
  for (const read of texts) {
    const text = normalised(read);
    missing = missing.filter((line) => !text.includes(line));
    if (missing.length === 0) break;
  }
  return missing;
}

/** Looks for lines as `holdsLines` does, beside the event loop. */
export type FindLines = (bytes: Uint8Array, lines: readonly string[]) => Promise<boolean>;

/** Whether a document still holds the lines. */
export const stillHolds = async (bytes: Uint8Array, lines: readonly string[], find: FindLines): Promise<boolean> =>
  showsLines(bytes, lines) || find(bytes, lines);
