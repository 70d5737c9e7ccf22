import { decodeWords } from 'postal-mime';

const BOUNDARY = /boundary\*?\d*\*?=(?:"([^"\r\n]{1,200})"|([^"\s;]{1,200}))/gi;
const MESSAGE_TYPE = /^content-type:\s*message\/(?:rfc822|global|news)\b/i;
/** More are made to exhaust a reader. */
const BOUNDARIES_MAX = 1_000;

/** The boundaries between parts that a text names. */
export const boundariesIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(BOUNDARY), ([, quoted, plain]) => quoted ?? plain ?? '');

/**
 * What a mail has around its texts and files: headers of its parts with their names and descriptions, and what stands before the first part and behind the last one,
 * which programs do not show.
 */
export function mailStructure(bytes: Uint8Array): string {
  const source = new TextDecoder().decode(bytes);
  const boundaries = new Set<string>();
  for (const boundary of boundariesIn(source)) if (boundaries.size < BOUNDARIES_MAX) boundaries.add(`--${boundary}`);
  const found: string[] = [];
  let place: 'first headers' | 'headers' | 'outside' | 'body' = 'first headers';
  let [hasParts, isMessage] = [false, false];
  for (const line of linesOf(source)) {
    const mark = line.startsWith('--') ? line.trimEnd() : '';
    if (boundaries.has(mark)) [place, hasParts, isMessage] = ['headers', false, false];
    else if (mark.endsWith('--') && boundaries.has(mark.slice(0, -2))) place = 'outside';
    // The headers of a mail within follow those of its part.
    else if (line === '' && place === 'headers' && isMessage) isMessage = false;
    else if (line === '' && (place === 'headers' || place === 'first headers')) place = hasParts ? 'outside' : 'body';
    else if (place !== 'body') {
      hasParts ||= line.toLowerCase().includes('boundary');
      isMessage ||= MESSAGE_TYPE.test(line);
      if (place !== 'first headers' && line.trim() !== '') found.push(place === 'headers' ? decodeWords(line) : line);
    }
  }
  return found.join('\n');
}

/** One after the other, since a mail of many megabytes has many. */
function* linesOf(source: string): Iterable<string> {
  for (let at = 0; at < source.length; ) {
    const feed = source.indexOf('\n', at);
    const end = feed < 0 ? source.length : feed;
    yield source.slice(at, source[end - 1] === '\r' && end > at ? end - 1 : end);
    at = end + 1;
  }
}
