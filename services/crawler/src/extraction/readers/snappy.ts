/** How many bytes a block says that it unpacks to; 0 where none begins, as each begins with that number and with bytes as they are. */
export function snappySize(bytes: Uint8Array, from: number): number {
  const [value, at] = size(bytes, from);
  return at < bytes.length && ((bytes[at] ?? 1) & 3) === 0 ? value : 0;
}

function size(bytes: Uint8Array, from: number): readonly [value: number, end: number] {
  let [value, at] = [0, from];
  for (let shift = 0; shift < 32; shift += 7) {
    const byte = bytes[at] ?? 0;
    at += 1;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) break;
  }
  return [value, at];
}

/** Lengths of literals above stand in so many bytes of their own. */
const LONG = 60;

/** Unpacks a block of Snappy, up to `most` bytes; what is damaged as far as it goes. */
export function readSnappy(bytes: Uint8Array, most: number): { readonly content: Uint8Array; readonly isWhole: boolean } {
  const [length, start] = size(bytes, 0);
  const content = new Uint8Array(Math.min(length, most));
  let [at, filled] = [start, 0];
  const littleEndian = (count: number): number => {
    let value = 0;
    for (let byte = 0; byte < count; byte += 1) value += (bytes[at + byte] ?? 0) * 2 ** (8 * byte);
    at += count;
    return value;
  };
  while (at < bytes.length && filled < content.length) {
    const tag = bytes[at] ?? 0;
    const [kind, rest] = [tag & 3, tag >>> 2];
    at += 1;
    if (kind === 0) {
      const count = (rest < LONG ? rest : littleEndian(rest - LONG + 1)) + 1;
      const literal = bytes.subarray(at, at + Math.min(count, content.length - filled));
      content.set(literal, filled);
      filled += literal.length;
      at += count;
      continue;
    }
    const count = kind === 1 ? (rest & 7) + 4 : rest + 1;
    const distance = kind === 1 ? ((rest >>> 3) << 8) | littleEndian(1) : littleEndian(kind === 2 ? 2 : 4);
    if (distance === 0 || distance > filled) break;
    for (let copied = 0; copied < count && filled < content.length; copied += 1, filled += 1)
      content[filled] = content[filled - distance] ?? 0;
  }
  return { content: content.subarray(0, filled), isWhole: filled === length };
}
