import type { Span } from '../../text/spans.ts';
import type { MaskStyle } from '../detector.ts';
import { DETECTORS } from '../detectors.ts';

/** A longer value is none that a person wrote. */
const REST_MAX = 1_000;
/** Masks that show nothing of a value, whose expressions match only its beginning. */
const SHOW_NOTHING: ReadonlySet<MaskStyle | undefined> = new Set(['assignment', 'whole']);
const IDS: ReadonlySet<string> = new Set(DETECTORS.filter(({ mask }) => SHOW_NOTHING.has(mask)).map(({ id }) => id));
/** A quote that the match opens and does not close. */
const OPEN_QUOTE = /[=:,>\s]\\{0,3}(["'`])[^"'`]*$/;
/** What ends a value without quotes, in settings, addresses and programs. */
const UNQUOTED = /^[^\s"'`,;<>&)\]}@]*/;

/** What a value goes on with behind the match of its detector: in quotes as far as they reach on the line. Null where the match is the whole value. */
export function restOfValue(text: string, { detector, start, end }: Span & { readonly detector: string }): Span | null {
  if (!IDS.has(detector)) return null;
  const match = text.slice(start, end);
  if (/["'`]$|<\/$/.test(match)) return null;
  const [line = ''] = text.slice(end, end + REST_MAX).split(/[\r\n]/, 1);
  const [, quote] = OPEN_QUOTE.exec(match) ?? [];
  const close = quote === undefined ? -1 : line.indexOf(quote);
  const length = close === -1 ? (UNQUOTED.exec(line)?.[0].length ?? 0) : close;
  return length === 0 ? null : { start: end, end: end + length };
}
