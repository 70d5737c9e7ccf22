import { type Budget } from '../../reader.ts';

/** How the source of a module begins, compressed: signature, size, eight literals, which every editor writes first. Cache of the compiler stands before it. */
const START = Buffer.from('\0Attribut', 'latin1');
const SIGNATURE = 1;
const CHUNK_BYTES = 4_096;
const CHUNK_MARK = 3;

/** The source of a module of macros (MS-OVBA) in the code page of its project; undefined when the stream holds none. */
export function macroSource(stream: Buffer, budget: Budget): Uint8Array | undefined {
  const start = stream.indexOf(START) - 3;
  if (start < 0 || stream[start] !== SIGNATURE) return undefined;
  const chunks: Buffer[] = [];
  for (let at = start + 1; at + 2 <= stream.length; ) {
    const header = stream.readUInt16LE(at);
    if (((header >>> 12) & 7) !== CHUNK_MARK) break;
    const end = at + (header & 0xfff) + 3;
    const content = stream.subarray(at + 2, end);
    const chunk = header >>> 15 === 0 ? content : unpackedChunk(content);
    budget.takeBytes(chunk.length);
    chunks.push(chunk);
    at = end;
  }
  return Buffer.concat(chunks);
}

/** Groups of eight literals or copies behind a byte that says which is which; what stands before a fault is kept. */
function unpackedChunk(content: Buffer): Buffer {
  const output = Buffer.alloc(CHUNK_BYTES);
  let length = 0;
  for (let at = 0; at < content.length; ) {
    const kinds = content.readUInt8(at);
    at += 1;
    for (let bit = 0; bit < 8 && at < content.length && length < CHUNK_BYTES; bit += 1) {
      if (((kinds >>> bit) & 1) === 0) {
        output[length] = content.readUInt8(at);
        at += 1;
        length += 1;
        continue;
      }
      if (at + 2 > content.length || length === 0) return output.subarray(0, length);
      const token = content.readUInt16LE(at);
      at += 2;
      // The more there is to copy from, the more bits say from where.
      const distanceBits = Math.max(4, Math.ceil(Math.log2(length)));
      const distance = (token >>> (16 - distanceBits)) + 1;
      if (distance > length) return output.subarray(0, length);
      const end = Math.min(CHUNK_BYTES, length + (token & (0xffff >>> distanceBits)) + 3);
      for (; length < end; length += 1) output[length] = output[length - distance] ?? 0;
    }
  }
  return output.subarray(0, length);
}
