/** Writers of texts in the encodings that documents are made of, made from the runtime's decoders. For specs only. */

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1251', 'koi8-r', 'ibm866'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const tables = new Map<string, ReadonlyMap<string, number>>();

function tableOf(encoding: Encoding): ReadonlyMap<string, number> {
  const known = tables.get(encoding);
  if (known !== undefined) return known;
  const decoder = new TextDecoder(encoding);
  const made = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  tables.set(encoding, made);
  return made;
}

/** Bytes of a text; every character must be in the encoding. */
export function encode(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  const bytes = Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16le') return bytes;
  if (encoding === 'utf-16be') return bytes.swap16();
  const table = tableOf(encoding);
  return Buffer.from(
    Array.from(text, (character) => {
      const byte = table.get(character);
      if (byte === undefined) throw new Error(`${encoding} has no ${character}`);
      return byte;
    }),
  );
}

const MARKS: Readonly<Record<'utf-8' | 'utf-16le' | 'utf-16be', readonly number[]>> = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
};

/** The byte order mark of an encoding; it may be put before any other text. */
export const markOf = (encoding: keyof typeof MARKS): Buffer => Buffer.from(MARKS[encoding]);
