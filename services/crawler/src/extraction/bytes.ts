/** The same memory with the reading methods of Buffer, which throw where bytes are missing. */
export const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Western texts when the code page is none that is known. */
export function decoderOf(page: number | string = 1252): InstanceType<typeof TextDecoder> {
  for (const label of [NAMED_PAGES[page] ?? `windows-${page}`, `ibm${page}`, `cp${page}`])
    try {
      return new TextDecoder(label);
    } catch {
      // Another spelling may be known.
    }
  return new TextDecoder('windows-1252');
}

/** Code pages that the decoder knows by a name of their own; Excel 5 writes 32768 for that of Macintosh. */
const NAMED_PAGES: Readonly<Record<number | string, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1200: 'utf-16le',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  20866: 'koi8-r',
  32768: 'macintosh',
  65001: 'utf-8',
};
