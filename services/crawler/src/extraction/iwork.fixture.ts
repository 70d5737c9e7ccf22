const varint = (value: number): Buffer =>
  value < 128 ? Buffer.of(value) : Buffer.concat([Buffer.of((value % 128) + 128), varint(Math.floor(value / 128))]);
const field = (number: number, content: Uint8Array | string) => {
  const bytes = Buffer.from(content);
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
};
const count = (number: number, value: number) => Buffer.concat([varint(number * 8), varint(value)]);

/** A block of Snappy: copies of what stands up to 2,047 bytes before, and literals. */
function snappy(content: Buffer): Buffer {
  const parts = [varint(content.length)];
  for (let at = 0; at < content.length; ) {
    const before = content.subarray(Math.max(0, at - 2_000), at);
    const found = at + 8 <= content.length ? before.lastIndexOf(content.subarray(at, at + 8)) : -1;
    if (found >= 0) {
      const distance = before.length - found;
      parts.push(Buffer.of(1 | (4 << 2) | ((distance >> 8) << 5), distance & 0xff));
      at += 8;
    } else {
      const literal = content.subarray(at, at + 1 + (at % 90));
      parts.push(literal.length <= 60 ? Buffer.of((literal.length - 1) << 2) : Buffer.of(60 << 2, literal.length - 1), literal);
      at += literal.length;
    }
  }
  return Buffer.concat(parts);
}

/** A component as Pages, Numbers and Keynote store it, whose text storage has these texts. */
export function component(lines: readonly string[]): Buffer {
  const message = Buffer.concat([count(1, 7), ...lines.map((line) => field(3, Buffer.concat([count(1, 300), field(5, line)])))]);
  const about = Buffer.concat([
    count(1, 9),
    field(2, Buffer.concat([count(1, 2001), field(2, Buffer.of(1, 0, 5)), count(3, message.length)])),
  ]);
  const archive = Buffer.concat([varint(about.length), about, message]);
  const chunks: Buffer[] = [];
  for (let at = 0; at < archive.length; at += 65_536) {
    const packed = snappy(archive.subarray(at, at + 65_536));
    const header = Buffer.alloc(4);
    header.writeUInt32LE(packed.length << 8);
    chunks.push(header, packed);
  }
  return Buffer.concat(chunks);
}
