import { RECHECK_LINES_MAX } from '@leakwatch/contracts';
import { type Excerpt, insideOf, withoutInside } from '@leakwatch/matching';

/** Of a longer line only the match counts: the excerpt may have cut the line around it. */
const WHOLE_LINE_MAX = 400;

const normalised = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

/**
 * The lines of an excerpt that hold matches, runs of white space as one space, each once; of a long line the match alone. Of a match that is encoded what
 * the encoded characters hold, and never what the excerpt adds to a line.
 */
export function matchedLines({ text, highlights }: Pick<Excerpt, 'text' | 'highlights'>): string[] {
  const inside = insideOf(text);
  const lines = highlights.flatMap(({ start, end }) => {
    const held = inside.find((one) => one.start < start && end < one.end);
    if (held !== undefined) return [normalised(held.text)];
    const from = text.lastIndexOf('\n', start - 1) + 1;
    const to = text.indexOf('\n', end);
    const whole = withoutInside(text.slice(from, to === -1 ? text.length : to));
    return (whole.length > WHOLE_LINE_MAX ? withoutInside(text.slice(start, end)) : whole).split('\n').map(normalised);
  });
  return [...new Set(lines.filter((line) => line !== ''))].slice(0, RECHECK_LINES_MAX);
}
