import { setImmediate } from 'node:timers/promises';
import { byStart, type Span } from '../../text/spans.ts';
import type { DetectorTable, Found } from '../detector-table.ts';
import { DETECTORS } from '../detectors.ts';
import { type HiddenPart, HiddenText, NOTHING_SHOWN } from './hidden-text.ts';
import { keyBehind } from './private-keys.ts';
import { restOfValue } from './rest-of-value.ts';

/** Of tables and lists, which are longer than a window. */
const FINDERS = DETECTORS.flatMap(({ find, mask }) => (find !== undefined && mask === 'whole' ? find : []));

/** UTF-16 units that are examined at once: in UTF-8 never more than DETECTED_BYTES_MAX. */
const WINDOW = 20_000;
/** Units of the window before that are examined again: no token with its words is longer. */
const OVERLAP = 2_000;
/** A window with more values than detectors return is examined in parts, down to this size: no rule finds 50 values in it. */
const WINDOW_MIN = 400;
/** Of parts of a window; what is longer was found in the whole one. */
const OVERLAP_OF_PARTS = 150;

/** What of a found value is not shown: all but the beginning and the end that its mask has. */
function hiddenOf(text: string, { start, end, masked }: Found): HiddenPart | null {
  const value = text.slice(start, end);
  if (masked === value) return null;
  const most = Math.min(value.length, masked.length);
  let head = 0;
  while (head < most && value[head] === masked[head]) head += 1;
  let tail = 0;
  while (tail < most - head && value.at(-1 - tail) === masked.at(-1 - tail)) tail += 1;
  return { start: start + head, end: end - tail, shown: masked.slice(head, masked.length - tail) };
}

function* windowsOf({ start, end }: Span, size: number, overlap: number): Generator<Span> {
  for (let from = start; ; from += size - overlap) {
    yield { start: from, end: Math.min(end, from + size) };
    if (from + size >= end) return;
  }
}

function findIn(table: DetectorTable, text: string, window: Span, into: HiddenPart[]): void {
  const { found, complete, limited } = table.detect(text.slice(window.start, window.end));
  for (const one of found) {
    const inText = { ...one, start: window.start + one.start, end: window.start + one.end };
    const hidden = hiddenOf(text, inText);
    if (hidden !== null) into.push(hidden);
    const key = keyBehind(text, inText);
    if (key !== null) into.push({ ...key, shown: NOTHING_SHOWN });
    const rest = restOfValue(text, inText);
    if (rest !== null) into.push({ ...rest, shown: '' });
  }
  const size = window.end - window.start;
  if ((complete && !limited) || size <= WINDOW_MIN) return;
  for (const part of windowsOf(window, Math.max(WINDOW_MIN, Math.ceil(size / 2)), OVERLAP_OF_PARTS)) findIn(table, text, part, into);
}

/** In order and apart. Of parts that overlap nothing is shown. */
function apart(parts: readonly HiddenPart[]): readonly HiddenPart[] {
  const joined: HiddenPart[] = [];
  for (const part of [...parts].sort(byStart)) {
    const last = joined.at(-1);
    if (last === undefined || part.start >= last.end) joined.push(part);
    else if (part.start !== last.start || part.end !== last.end)
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, part.end), shown: NOTHING_SHOWN };
  }
  return joined;
}

/** The text with the values of detectors and templates masked. A text of megabytes takes some tenths of a second, with pauses for other work. */
export async function hideSecrets(table: DetectorTable, text: string): Promise<HiddenText> {
  const parts: HiddenPart[] = [];
  for (const window of windowsOf({ start: 0, end: text.length }, WINDOW, OVERLAP)) {
    if (window.start > 0) await setImmediate();
    findIn(table, text, window, parts);
  }
  // A window behind the first of a table or list is without its headings, or its other lines.
  for (const find of FINDERS) for (const span of find(text, () => null)) parts.push({ ...span, shown: NOTHING_SHOWN });
  return new HiddenText(text, apart(parts));
}
