import { nameFrom } from './names.ts';

/** A name as RAR 4 writes it: bytes; or, marked, UTF-8; or bytes of which some are replaced by letters of UTF-16. Folders end with a backslash. */
export function rar4Name(field: Buffer, isUnicode: boolean): string {
  const end = field.indexOf(0);
  const bytes = end < 0 ? field : field.subarray(0, end);
  const name = isUnicode && end >= 0 ? wideName(bytes, field.subarray(end + 1)) : nameFrom(bytes);
  return name.replaceAll('\\', '/');
}

/** Replaces halves of characters, which would be no text in JSON. */
const LETTERS = new TextDecoder('utf-16le');

/** The second half of the field: two bits for each letter say where it comes from, four of them in a byte before the letters. */
function wideName(bytes: Buffer, packed: Buffer): string {
  const units: number[] = [];
  let at = 0;
  const next = () => packed[at++] ?? 0;
  const page = next() << 8;
  while (at < packed.length) {
    const kinds = next();
    for (let shift = 6; shift >= 0 && at < packed.length; shift -= 2) {
      const kind = (kinds >> shift) & 3;
      if (kind === 0) units.push(next());
      else if (kind === 1) units.push(next() | page);
      else if (kind === 2) units.push(next() | (next() << 8));
      else copyUnits(next());
    }
  }
  return LETTERS.decode(Uint16Array.from(units));

  /** Letters of the first half, as they are or moved within the page. */
  function copyUnits(length: number): void {
    const isMoved = (length & 0x80) !== 0;
    const by = isMoved ? next() : 0;
    for (let left = (length & 0x7f) + 2; left > 0 && units.length < bytes.length; left -= 1) {
      const unit = bytes[units.length] ?? 0;
      units.push(isMoved ? ((unit + by) & 0xff) | page : unit);
    }
  }
}
