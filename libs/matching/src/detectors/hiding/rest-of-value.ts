import type { Span } from '../../text/spans.ts';
import type { MaskStyle } from '../detector.ts';
import { DETECTORS } from '../detectors.ts';

/** A longer value is none that a person wrote. */
const REST_MAX = 1_000;
/** Masks that show nothing of a value, whose expressions match only its beginning. */
const SHOW_NOTHING: ReadonlySet<MaskStyle | undefined> = new Set(['assignment', 'behind', 'whole']);
const IDS: ReadonlySet<string> = new Set(DETECTORS.filter(({ mask }) => SHOW_NOTHING.has(mask)).map(({ id }) => id));
/** Signs that end a value besides quotes and tags, by detector. */
const TAILS = new Map(DETECTORS.flatMap(({ id, tail }) => (tail === undefined ? [] : [[id as string, tail] as const])));
/** A quote that the match opens and does not close. */
const OPEN_QUOTE = /(?:[=:,>|(\s]|\b[Np])\\{0,3}(["'`])[^"'`]*$/;
/** What ends a value without quotes, in settings, addresses and programs. */
const UNQUOTED = /^[^\s"'`,;<>&)\]}@]*/;

/** What a value goes on with behind the match of its detector: in quotes as far as they reach on the line. Null where the match is the whole value. */
export function restOfValue(text: string, { detector, start, end }: Span & { readonly detector: string }): Span | null {
  if (!IDS.has(detector)) return null;
  const match = text.slice(start, end);
  if (/<\/$/.test(match) || TAILS.get(detector)?.test(match) === true) return null;
  const closes = /["'`]$/.test(match);
  const [line = ''] = text.slice(end, end + REST_MAX).split(/[\r\n]/, 1);
  const [, quote] = OPEN_QUOTE.exec(closes ? match.slice(0, -1) : match) ?? [];
  // A quote of another kind is a sign of the value.
  if (closes && (quote === undefined || match.endsWith(quote))) return null;
  const close = quote === undefined ? -1 : line.indexOf(quote);
  const length = close === -1 ? (UNQUOTED.exec(line)?.[0].length ?? 0) : close;
  return length === 0 ? null : { start: end, end: end + length };
}
