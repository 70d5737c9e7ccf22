import type { RecheckAnswer } from '@leakwatch/vocabulary';
import type { SoughtDocument } from '@leakwatch/contracts';
import { decodeText } from '@leakwatch/matching';
import { sha256Hex } from '@leakwatch/platform';

/** Runs of white space as one space, as the lines of an event are compared (docs/behaviour/events.md). */
const normalised = (text: string): string => text.replaceAll(/\s+/gu, ' ');

/** Whether each of the lines is in the document. */
export function holdsLines(bytes: Uint8Array, lines: readonly string[]): boolean {
  const text = normalised(decodeText(bytes));
  return lines.every((line) => text.includes(normalised(line).trim()));
}

/** What became of a document that is still where it was. One that was found by its name alone has no lines, and nothing in it can change. */
export function compareDocument(bytes: Uint8Array, { hash, lines }: Pick<SoughtDocument, 'hash' | 'lines'>): RecheckAnswer {
  if (hash !== null && sha256Hex(bytes) === hash) return 'there';
  if (lines.length === 0) return hash === null ? 'there' : 'changed';
  return holdsLines(bytes, lines) ? 'there' : 'changed';
}
