import { markLength } from '../text/detect-encoding.ts';
import { elementAt, isElement } from './elements.ts';

/** Comments of a licence, instructions of a template: what may stand before a page. */
const BEFORE_BYTES = 16_384;

const [LESS, LEFT_BRACE, EXCLAMATION, QUESTION, DASH, PERCENT, NUMBER] = [0x3c, 0x7b, 0x21, 0x3f, 0x2d, 0x25, 0x23];
const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
const PAGE_TYPE = /^<!doctype\s+html/i;
const TYPE_BYTES = 64;

/** How what stands before a page ends, by its first bytes: a comment, an instruction, a statement of a template. */
function endingAt(text: Uint8Array, at: number): string | undefined {
  const [first, second] = [text[at], text[at + 1]];
  if (first === LESS) {
    if (second === QUESTION) return '?>';
    if (second === PERCENT) return '%>';
    return second === EXCLAMATION && text[at + 2] === DASH ? '-->' : undefined;
  }
  if (second === PERCENT) return '%}';
  if (second === NUMBER) return '#}';
  return second === LEFT_BRACE ? '}}' : undefined;
}

/** Whether a text is HTML, by its beginning. Costs one comparison for a text that begins with neither `<` nor `{`. */
export function isPage(text: Uint8Array): boolean {
  const most = Math.min(text.length, BEFORE_BYTES);
  for (let at = markLength(text); at < most; ) {
    const byte = text[at] ?? 0;
    if (isSpace(byte)) {
      at++;
      continue;
    }
    if (byte !== LESS && byte !== LEFT_BRACE) return false;
    const ending = endingAt(text, at);
    if (ending === undefined) return byte === LESS && isPageMarkup(text, at);
    const end = Buffer.from(text.buffer, text.byteOffset, most).indexOf(ending, at + 2, 'latin1');
    if (end === -1) return false;
    at = end + ending.length;
  }
  return false;
}

const isPageMarkup = (text: Uint8Array, at: number): boolean =>
  text[at + 1] === EXCLAMATION
    ? PAGE_TYPE.test(Buffer.from(text.subarray(at, at + TYPE_BYTES)).toString('latin1'))
    : isElement(elementAt(text, at + 1));
