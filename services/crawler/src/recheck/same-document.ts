import type { RecheckAnswer } from '@leakwatch/vocabulary';
import type { SoughtDocument } from '@leakwatch/contracts';
import { documentOfMatch, documentTexts } from '@leakwatch/matching';
import { Conflict, sha256Hex } from '@leakwatch/platform';
import { isInside } from '@leakwatch/rules';

/**
 * Runs of white space as one space, as the lines of an event are compared (docs/behaviour/events.md). An excerpt shows U+FFFD for control characters, and
 * spaces for those of encoded text.
 */
const normalised = (text: string): string => text.replaceAll(/[\s\p{Cc}\ufffd]+/gu, ' ').trim();

/** Whether each of the lines is in the document, in some way in which documents are matched. */
export function holdsLines(bytes: Uint8Array, lines: readonly string[]): boolean {
  let missing = lines.map(normalised);
  for (const read of documentTexts(bytes)) {
    const text = normalised(read);
    missing = missing.filter((line) => !text.includes(line));
    if (missing.length === 0) return true;
  }
  return false;
}

type Sought = Pick<SoughtDocument, 'hash' | 'lines' | 'path'>;

/** What was found by its name alone has no lines, and nothing in it can change. */
export const isOfName = ({ lines, path }: Pick<Sought, 'lines' | 'path'>): boolean =>
  lines.length === 0 && !isInside(documentOfMatch(path));

/**
 * What became of a document that is still where it was. What was found inside a file has no lines in its bytes. Throws recheck_not_offered where nothing
 * was kept of such a file: nobody can say then whether it is the same.
 */
export function compareDocument(bytes: Uint8Array, { hash, lines, path }: Sought): RecheckAnswer {
  if (isOfName({ lines, path }) || (hash !== null && sha256Hex(bytes) === hash)) return 'there';
  if (lines.length > 0) return holdsLines(bytes, lines) ? 'there' : 'changed';
  if (hash === null) throw new Conflict('recheck_not_offered');
  return 'changed';
}
