import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { type Budget, collect, type OfficeFiles, type Part, Unreadable, type UnreadPart } from '../reader.ts';
import { readOffice } from './office.ts';

/** More entries are not listed. */
const ENTRIES_MAX = 20_000;
const UTF8_NAME = 0x8_00;
const RUSSIAN = new TextDecoder('ibm866');
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Reads an archive, or an office file, which is one. */
export async function* readZip(bytes: Uint8Array, budget: Budget): AsyncIterable<Part | UnreadPart> {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    decodeStrings: false,
    lazyEntries: true,
  });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entries.size >= ENTRIES_MAX) throw new Unreadable('over_bound');
    entries.set(nameOf(entry), entry);
  }
  const files: OfficeFiles = {
    names: [...entries.keys()],
    read: async (name) => {
      const entry = entries.get(name);
      return entry === undefined ? undefined : readEntry(zip, entry, budget);
    },
  };
  const office = await readOffice(files);
  if (office !== undefined) return yield* office;
  for (const [path, entry] of entries) {
    if (path.endsWith('/')) continue;
    if (entry.isEncrypted()) yield { path, reason: 'encrypted' };
    else yield await readEntry(zip, entry, budget).then((content): Part => ({ path, bytes: content }), unreadAs(path));
  }
}

/** One damaged file of an archive leaves the others readable; a bound holds for all of them. */
const unreadAs =
  (path: string) =>
  (error: unknown): UnreadPart => {
    if (error instanceof Unreadable) throw error;
    return { path, reason: 'damaged' };
  };

async function readEntry(zip: ZipFile, entry: Entry, budget: Budget): Promise<Uint8Array> {
  if (entry.isEncrypted()) throw new Unreadable('encrypted');
  // What the entry says of its size may be wrong; the stream is bounded too.
  if (entry.uncompressedSize > budget.bytes) throw new Unreadable('over_bound');
  return collect(await zip.openReadStreamPromise(entry), budget);
}

/** Names without the mark of UTF-8 are usually UTF-8 all the same, or in the code page of Russian archivers. */
function nameOf(entry: Entry): string {
  const raw = entry.fileNameRaw;
  if ((entry.generalPurposeBitFlag & UTF8_NAME) !== 0) return raw.toString('utf8');
  try {
    return UTF8.decode(raw);
  } catch {
    return RUSSIAN.decode(raw);
  }
}
