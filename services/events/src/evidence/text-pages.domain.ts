/** A half-open range of bytes of the text. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

export interface TextPage {
  readonly text: string;
  /** Lines of the pages before, ended ones. */
  readonly linesBefore: number;
  /** It begins within a line. */
  readonly continuesLine: boolean;
}

/** A place on a page, in UTF-16 units of its text. */
export interface PlaceOnPage extends Place {
  readonly page: number;
}

const NEWLINE = 0x0a;

/**
 * Where the pages of a UTF-8 text begin, each of at most `pageBytes` bytes. A page ends with a line where one ends in its second half, and
 * never within a character. There is always one.
 */
export function pageStarts(utf8: Uint8Array, pageBytes: number): readonly number[] {
  const starts = [0];
  for (let from = 0; utf8.length - from > pageBytes; ) {
    from = endOfPage(utf8, from, from + pageBytes);
    starts.push(from);
  }
  return starts;
}

function endOfPage(utf8: Uint8Array, from: number, most: number): number {
  const line = from + utf8.subarray(from, most).lastIndexOf(NEWLINE) + 1;
  if (line > (from + most) / 2) return line;
  let end = most;
  // A character has four bytes at most; broken text may have longer runs.
  for (let step = 0; step < 3 && ((utf8[end] ?? 0) & 0xc0) === 0x80; step += 1) end -= 1;
  return end;
}

/** The page on which a byte is. */
export const pageOf = (starts: readonly number[], at: number): number =>
  Math.max(
    0,
    starts.findLastIndex((start) => start <= at),
  );

/** A page, and the places on each page; `places` are in order, apart, and inside the text. A place over two pages ends with the first. */
export function readPage(utf8: Uint8Array, starts: readonly number[], places: readonly Place[], page: number) {
  const start = starts[page] ?? utf8.length;
  const decoded: PlaceOnPage[] = [];
  let text = '';
  for (const number of starts.keys()) {
    const read = decodePage(utf8, { start: starts[number] ?? 0, end: starts[number + 1] ?? utf8.length }, places, number);
    decoded.push(...read.places);
    if (number === page) text = read.text;
  }
  return {
    page: { text, linesBefore: countLines(utf8.subarray(0, start)), continuesLine: start > 0 && utf8[start - 1] !== NEWLINE },
    places: decoded,
  };
}

/** Decodes piece by piece, so that the units of the places are those of the text, also where bytes are broken. */
function decodePage(utf8: Uint8Array, { start, end }: Place, places: readonly Place[], page: number) {
  const bytes = Buffer.from(utf8.buffer, utf8.byteOffset, utf8.byteLength);
  const found: PlaceOnPage[] = [];
  let text = '';
  let at = start;
  for (const place of places) {
    if (place.start < start || place.start >= end) continue;
    const to = Math.min(place.end, end);
    text += bytes.toString('utf8', at, place.start);
    const from = text.length;
    text += bytes.toString('utf8', place.start, to);
    found.push({ page, start: from, end: text.length });
    at = to;
  }
  return { text: text + bytes.toString('utf8', at, end), places: found };
}

function countLines(utf8: Uint8Array): number {
  let lines = 0;
  for (let at = utf8.indexOf(NEWLINE); at !== -1; at = utf8.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}
