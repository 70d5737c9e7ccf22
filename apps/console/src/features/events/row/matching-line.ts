import { type Line, type Piece, readMarkedLines } from '../../../shared/lib/marked-lines.ts';

/** Characters before the match that a title shows. */
const BEFORE = 24;
/** Characters of a title; the match is never cut at its beginning. */
const LONGEST = 160;
/** Characters of the stored line that are read: more than a title shows, also where each is written as an entity. */
const READ = LONGEST * 8;
const MARK = '<mark>';
const CUT = '…';

/** The line of the first match, cut around it; empty where the content has no match. `content` as in `file_content`. */
export function matchingLine(content: string): Line {
  const mark = content.indexOf(MARK);
  if (mark < 0) return [];
  const from = Math.max(content.lastIndexOf('\n', mark) + 1, mark - READ);
  const end = content.indexOf('\n', mark);
  const to = Math.min(end < 0 ? content.length : end, mark + READ);
  // A line of Windows ends with CR LF.
  const [line = []] = readMarkedLines(content.slice(from, to).replace(/\r$/, ''));
  return cut(line);
}

/** The part of a line that begins shortly before its first match, without the white space at the beginning. */
function cut(line: Line): Line {
  const textOf = (pieces: Line) => pieces.map(({ text }) => text).join('');
  const indent = textOf(line).length - textOf(line).trimStart().length;
  const before =
    textOf(
      line.slice(
        0,
        line.findIndex(({ marked }) => marked),
      ),
    ).length - indent;
  const isCut = before > BEFORE;
  let skip = indent + (isCut ? before - BEFORE : 0);
  let left = LONGEST;
  const shown: Piece[] = isCut ? [{ text: CUT, marked: false, code: null }] : [];
  for (const piece of line) {
    const text = piece.text.slice(skip, skip + left);
    skip = Math.max(0, skip - piece.text.length);
    left -= text.length;
    if (text !== '') shown.push({ ...piece, text });
  }
  return shown;
}
