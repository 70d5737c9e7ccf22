import type { RecheckAnswer } from '@leakwatch/vocabulary';
import type { SoughtDocument } from '@leakwatch/contracts';
import { documentOfMatch } from '@leakwatch/matching';
import { Conflict, sha256Hex } from '@leakwatch/platform';
import { isInside } from '@leakwatch/rules';
import { type FindLines, stillHolds } from '../screening/holds-lines.ts';

type Sought = Pick<SoughtDocument, 'hash' | 'lines' | 'path'>;

/** What was found by its name alone has no lines, and nothing in it can change. */
export const isOfName = ({ lines, path }: Pick<Sought, 'lines' | 'path'>): boolean =>
  lines.length === 0 && !isInside(documentOfMatch(path));

/**
 * What became of a document that is still where it was. What was found inside a file has no lines in its bytes. Throws recheck_not_offered where nothing
 * was kept of such a file: nobody can say then whether it is the same.
 */
export async function compareDocument(bytes: Uint8Array, { hash, lines, path }: Sought, find: FindLines): Promise<RecheckAnswer> {
  if (isOfName({ lines, path }) || (hash !== null && sha256Hex(bytes) === hash)) return 'there';
  if (lines.length > 0) return (await stillHolds(bytes, lines, find)) ? 'there' : 'changed';
  if (hash === null) throw new Conflict('recheck_not_offered');
  return 'changed';
}
