import type { Span } from '../../text/spans.ts';

/** Characters behind the heading of a key that belong to it: an RSA key of 16,384 bits has 12,800. */
const KEY_REACH = 20_000;

/** Formats of which the detector matches the heading alone, and where the key ends. */
const KEY_ENDS: ReadonlyMap<string, string> = new Map([
  ['private_key', '-----END'],
  ['encrypted_private_key', '-----END'],
  ['putty_key', 'Private-MAC'],
]);

/** What a key whose end is cut off consists of: base64, headers of the old format, and what joins its lines in source code. */
const CUT_KEY =
  /(?:[\s"'`+.,;\\>#*|()-]|(?:Proc-Type|DEK-Info|Version|Comment|Encryption|Public-Lines|Private-Lines): [^\r\n\\]*|[A-Za-z0-9+/]{8,}={0,2}|[A-Za-z0-9+/]+={1,2})*/y;

/** The key behind a heading that a detector found; null where the detector finds the whole secret, or nothing stands behind the heading. */
export function keyBehind(text: string, { detector, end }: Span & { readonly detector: string }): Span | null {
  const close = KEY_ENDS.get(detector);
  if (close === undefined) return null;
  const reach = text.slice(end, end + KEY_REACH);
  const closed = reach.indexOf(close);
  let length = closed;
  if (closed === -1) {
    CUT_KEY.lastIndex = 0;
    length = CUT_KEY.exec(reach)?.[0].length ?? 0;
  }
  // The line break behind the heading, and the one before the end, stay.
  const body = reach.slice(0, length);
  const start = end + (body.length - body.trimStart().length);
  const last = end + body.trimEnd().length;
  return start < last ? { start, end: last } : null;
}
