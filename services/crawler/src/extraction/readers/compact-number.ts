/** A number of a cell in 32 bits: the upper part of a fraction or an integer, which may be hundredths. */
export function compactNumber(value: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE((value & 0xffff_fffc) >>> 0, 4);
  const number = (value & 2) === 0 ? bytes.readDoubleLE(0) : value >> 2;
  return String((value & 1) === 0 ? number : number / 100);
}
