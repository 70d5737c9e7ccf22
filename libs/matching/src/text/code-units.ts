import type { Span } from './spans.ts';

/** Converts byte positions of UTF-8 to positions in UTF-16 code units. Fast for spans in ascending order. */
export function inCodeUnits(bytes: Buffer, spans: readonly Span[]): Span[] {
  let at = 0;
  let units = 0;
  const unitsAt = (byte: number): number => {
    if (byte < at) [at, units] = [0, 0];
    units += bytes.toString('utf8', at, byte).length;
    at = byte;
    return units;
  };
  return spans.map((span) => ({ start: unitsAt(span.start), end: unitsAt(span.end) }));
}

/** Converts positions in UTF-16 code units to byte positions of UTF-8. Fast for spans in ascending order. */
export function inBytes(text: string, spans: readonly Span[]): Span[] {
  let at = 0;
  let bytes = 0;
  const bytesAt = (unit: number): number => {
    if (unit < at) [at, bytes] = [0, 0];
    bytes += Buffer.byteLength(text.slice(at, unit));
    at = unit;
    return bytes;
  };
  return spans.map((span) => ({ start: bytesAt(span.start), end: bytesAt(span.end) }));
}
