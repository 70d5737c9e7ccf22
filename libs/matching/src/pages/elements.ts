/** What an element does to the text around its tags. */
export type Effect = 'line' | 'row' | 'cell' | 'apart' | 'preformatted' | 'hidden' | 'inline';

const NAMES: Readonly<Record<Effect, string>> = {
  line: `address article aside blockquote body br center dd details dialog dir div dl dt fieldset figcaption figure footer form
    frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav ol optgroup option p search section select summary title ul`,
  // A cell ends with its table or its row.
  row: 'caption table tbody tfoot thead tr',
  cell: 'td th',
  // Boxes within a line: what is in them is beside the text, not within its words.
  apart: 'audio button canvas img input object video',
  preformatted: 'pre textarea listing',
  // Their text is that of programs and styles, which is matched as it is.
  hidden: 'script style iframe noembed noframes xmp',
  inline:
    'a abbr b base big cite code del dfn em font i ins kbd label link mark meta noscript q s samp small span strike strong sub sup template tt u var',
};
/** Names are numbers, so that a page is read without a string for each of its tags. */
const LONGEST = 10;
/** More than there are letters and digits, and little enough that the longest name is a number without loss. */
const BASE = 37;

/** The number of the name of an element at a place, which any letter case has; 0 for one that is too long to be known. */
export function elementAt(text: Uint8Array, at: number): number {
  let name = 0;
  for (let end = at; ; end++) {
    const byte = text[end] ?? 0;
    const letter = byte | 0x20;
    const value = letter >= 0x61 && letter <= 0x7a ? letter - 0x60 : byte >= 0x30 && byte <= 0x39 ? byte - 0x30 + 27 : 0;
    if (value === 0) return isNameEnd(byte) ? name : 0;
    if (end - at >= LONGEST) return 0;
    name = name * BASE + value;
  }
}

export const isNameEnd = (byte: number): boolean => byte <= 0x20 || byte === 0x2f || byte === 0x3e;

const EFFECTS: ReadonlyMap<number, Effect> = new Map(
  (['line', 'row', 'cell', 'apart', 'preformatted', 'hidden', 'inline'] as const).flatMap((effect) =>
    NAMES[effect].split(/\s+/).map((name) => [elementAt(Buffer.from(`${name}>`), 0), effect] as const),
  ),
);

export const isElement = (element: number): boolean => EFFECTS.has(element);
/** An element that is not known is shown within its line, as browsers do. */
export const effectOf = (element: number): Effect => EFFECTS.get(element) ?? 'inline';
