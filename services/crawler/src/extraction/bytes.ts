/** The same memory with the reading methods of Buffer, which throw where bytes are missing. */
export const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Text in UTF-16, without half a letter at its end. Buffer.toString writes beyond its memory for an odd number of bytes at an odd address (nodejs/node#64697), which
 * a document can bring about and which ends the process.
 */
export const wideText = (bytes: Uint8Array, from = 0, to = bytes.length): string => {
  const text = asBuffer(bytes).subarray(from, to);
  return text.toString('utf16le', 0, text.length - (text.length % 2));
};

/** Western texts when the code page is none that is known. */
export function decoderOf(page: number | string = 1252): InstanceType<typeof TextDecoder> {
  for (const label of [NAMED_PAGES[page] ?? `windows-${page}`, `ibm${page}`, `cp${page}`, `iso-8859-${Number(page) - 28_590}`])
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
  21866: 'koi8-u',
  32768: 'macintosh',
  50220: 'iso-2022-jp',
  50221: 'iso-2022-jp',
  50222: 'iso-2022-jp',
  51932: 'euc-jp',
  51949: 'euc-kr',
  54936: 'gb18030',
  65001: 'utf-8',
};

/** Code pages of Windows by language, the ten lower bits of a locale's number (MS-LCID); others are Western or have none. */
const LANGUAGES: readonly (readonly [page: number, languages: readonly number[]])[] = [
  [874, [0x1e]],
  [932, [0x11]],
  [949, [0x12]],
  // Czech, Hungarian, Polish, Romanian, Croatian, Slovak, Albanian, Slovene.
  [1250, [0x05, 0x0e, 0x15, 0x18, 0x1a, 0x1b, 0x1c, 0x24]],
  // Bulgarian, Russian, Ukrainian, Belarusian, Tajik, Macedonian, Kazakh, Kyrgyz, Tatar, Mongolian.
  [1251, [0x02, 0x19, 0x22, 0x23, 0x28, 0x2f, 0x3f, 0x40, 0x44, 0x50]],
  [1253, [0x08]],
  [1254, [0x1f]],
  [1255, [0x0d]],
  [1256, [0x01, 0x20, 0x29]],
  [1257, [0x25, 0x26, 0x27]],
  [1258, [0x2a]],
];
const CHINESE = 0x04;
/** Taiwan, Hong Kong, Macao. */
const TRADITIONAL: ReadonlySet<number> = new Set([0x0404, 0x0c04, 0x1404]);

/** The code page in which Windows of a locale writes texts of one byte a letter; undefined where it is the Western one. */
export function pageOfLocale(locale: number): number | undefined {
  const language = locale & 0x3ff;
  if (language === CHINESE) return TRADITIONAL.has(locale) ? 950 : 936;
  return LANGUAGES.find(([, languages]) => languages.includes(language))?.[0];
}
