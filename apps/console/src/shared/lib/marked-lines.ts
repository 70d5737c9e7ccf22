/** Characters with the same look. `code` is set for an invisible character. */
export interface Piece {
  readonly text: string;
  readonly marked: boolean;
  readonly code: string | null;
}
export type Line = readonly Piece[];

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
const MAX_CODE_POINT = 0x10ffff;

function decodeEntity(whole: string, body: string): string {
  if (!body.startsWith('#')) return (Object.hasOwn(NAMED, body) ? NAMED[body] : undefined) ?? whole;
  const hex = body[1] === 'x' || body[1] === 'X';
  const point = Number.parseInt(body.slice(hex ? 2 : 1), hex ? 16 : 10);
  return Number.isNaN(point) || point > MAX_CODE_POINT ? whole : String.fromCodePoint(point);
}

/** Turns entities back to characters, each once: `&amp;lt;` becomes `&lt;`, not `<`. */
export const unescapeText = (text: string): string => text.replace(/&(#?[0-9a-z]{1,8});/gi, decodeEntity);

/**
 * Characters that a reader does not see or that reorder what is seen, first and last of each range: controls but tab
 * and line feed, soft hyphen, joiners, fillers, zero width, bidirectional marks and overrides, invisible operators,
 * variation selectors, byte order mark, tags.
 */
const HIDDEN_RANGES = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180e, 0x180e],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0xe0000, 0xe01ef],
] as const;

const escapePoint = (point: number): string => `\\u{${point.toString(16)}}`;
const HIDDEN = new RegExp(`([${HIDDEN_RANGES.map(([first, last]) => `${escapePoint(first)}-${escapePoint(last)}`).join('')}])`, 'u');

const nameOf = (character: string): string => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** A part of a text; `code` names an invisible character. */
export type HiddenPart = Omit<Piece, 'marked'>;

/** Splits a text before and after each character that a reader does not see. */
export const splitHidden = (text: string): HiddenPart[] =>
  text
    .split(HIDDEN)
    .filter((part) => part !== '')
    .map((part) => ({ text: part, code: HIDDEN.test(part) ? nameOf(part) : null }));

/** What makes one picture of several characters, which names of channels have. */
const PICTURE = /\p{Extended_Pictographic}\ufe0f?$/u;
const PICTURE_PART = /^[\ufe0f\u200d]$/u;

/** The parts of a name, without codes inside of pictures. */
export const nameParts = (name: string): HiddenPart[] => {
  let before = '';
  return splitHidden(name).map(({ text, code }) => {
    const isPicture = PICTURE_PART.test(text) && PICTURE.test(before);
    before += text;
    return { text, code: isPicture ? null : code };
  });
};

/** A name where only text can be shown. */
export const visibleName = (name: string): string =>
  nameParts(name)
    .map(({ text, code }) => code ?? text)
    .join('');

const toPieces = (text: string, marked: boolean): Piece[] => splitHidden(text).map((part) => ({ ...part, marked }));

/**
 * Reads the server's `file_content` (escaped text with `<mark>`) into lines. Only the two literal tags mean anything;
 * whatever else looks like markup stays text, also when the server forgot to escape it.
 */
export function readMarkedLines(content: string): readonly Line[] {
  const lines: Piece[][] = [[]];
  let marked = false;
  for (const part of content.replaceAll('\r\n', '\n').split(/(<mark>|<\/mark>)/)) {
    if (part === '<mark>' || part === '</mark>') {
      marked = part === '<mark>';
      continue;
    }
    for (const [index, text] of unescapeText(part).split('\n').entries()) {
      if (index > 0) lines.push([]);
      lines.at(-1)?.push(...toPieces(text, marked));
    }
  }
  // A final line break ends the last line and does not start another one.
  if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
  return lines;
}
