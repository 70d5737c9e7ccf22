/** Longer comments, in characters or lines, are shown by their beginning: one would fill the screen, and a row many of them. */
const CHARACTERS_MAX = 600;
const LINES_MAX = 10;
/** As much more is shown whole: to fold away a few words helps nobody. */
const SPARE = 1.2;

/** The beginning of a long text, up to the end of a word or line; null for one that is shown whole. */
export function foldText(text: string): string | null {
  const lines = text.split('\n');
  if (text.length <= CHARACTERS_MAX * SPARE && lines.length <= LINES_MAX * SPARE) return null;
  const start = [...lines.slice(0, LINES_MAX).join('\n')].slice(0, CHARACTERS_MAX).join('');
  // A text without spaces is cut where it is.
  const word = start.length < text.length && !/\s/.test(text[start.length] ?? ' ') ? start.search(/\s\S*$/) : -1;
  return (word > CHARACTERS_MAX / 2 ? start.slice(0, word) : start).trimEnd();
}
