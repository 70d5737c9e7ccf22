import { BYTE_ESCAPES } from '../encoded/escapes.ts';
import type { DescribedMatch } from '../pool/describe-match.ts';
import type { Coding } from '../text/views.ts';
import { INSIDE, pathInside } from './inner-path.ts';

const CODINGS: ReadonlySet<string> = new Set<Coding>(['base64', ...BYTE_ESCAPES]);

/**
 * The path of a match: that of its document, and the encoding, where every part of the match is encoded in the same way. What the markup of a page
 * brings together is in the page itself, as is a word with composed letters.
 */
export function pathOfMatch(document: string, { spans }: Pick<DescribedMatch, 'spans'>): string {
  const [coding = '', ...others] = new Set(spans.map(({ inside }) => inside?.coding ?? ''));
  return pathInside(document, CODINGS.has(coding) && others.length === 0 ? coding : '');
}

/** The path of the document, from that of one of its matches. A file that is named as an encoding inside of another is taken for the other. */
export function documentOfMatch(path: string): string {
  const last = path.lastIndexOf(INSIDE);
  return last !== -1 && CODINGS.has(path.slice(last + INSIDE.length)) ? path.slice(0, last) : path;
}
