import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { libarchiveWasm } from 'libarchive-wasm';
import { type Budget, type Part, Unreadable, type UnreadPart } from '../reader.ts';
import { boundedInstance } from './wasm-memory.ts';

/**
 * Compiled once in a thread. An instance that has read an archive to its end without a fault reads the next one; after a fault it is left, so that no
 * archive finds what a broken one left.
 */
let program: Promise<WebAssembly.Module> | undefined;
const load = async () =>
  new WebAssembly.Module(await readFile(createRequire(import.meta.url).resolve('libarchive-wasm/dist/libarchive.wasm')));
let idle: Library | undefined;
/** Memory of an instance never shrinks; larger ones are not kept. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** More entries are not listed. */
const ENTRIES_MAX = 20_000;
/** Of a damaged file what is read before the damage is kept, in pieces of this size. */
const CHUNK_BYTES = 16 * 1024;
/** Behind the archive: a zip file that is stored at its end would be taken for the archive itself, by the directory at the end. */
const PADDING_BYTES = 128 * 1024;
/** Archivers of Windows give files no type. */
const WITHOUT_CONTENT = [0o040000, 0o120000];

type Library = Awaited<ReturnType<typeof libarchiveWasm>>;

/**
 * Files of an archive, which is given in pieces so that none is copied before it is in the library's memory. The library runs without a locale, which it
 * cannot be given from outside, and replaces letters beyond ASCII by `*` in names that are UTF-16. So `names` has those of formats that write them so, in the
 * order of the archive.
 */
export async function* readWithLibarchive(
  pieces: readonly Uint8Array[],
  budget: Budget,
  names: readonly string[] = [],
): AsyncIterable<Part | UnreadPart> {
  const size = pieces.reduce((sum, { length }) => sum + length, PADDING_BYTES);
  const library = await takeInstance();
  const { module } = library;
  const input: number = module._malloc(size);
  const chunk: number = module._malloc(CHUNK_BYTES);
  if (input === 0 || chunk === 0) throw new Unreadable('over_bound');
  let end = input;
  for (const piece of pieces) {
    module.HEAPU8.set(piece, end);
    end += piece.length;
  }
  module.HEAPU8.fill(0, end, input + size);
  let archive = 0;
  try {
    // The library checks its results itself and throws.
    archive = library.read_new_memory(input, size, undefined);
    yield* entriesOf(library, archive, chunk, budget, names);
    library.read_free(archive);
    module._free(input);
    module._free(chunk);
    if (module.HEAPU8.length <= KEPT_BYTES) idle = library;
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable(reasonOf(library, archive));
  }
}

async function takeInstance(): Promise<Library> {
  program ??= load();
  const kept = idle;
  idle = undefined;
  return kept ?? libarchiveWasm({ instantiateWasm: boundedInstance(await program) });
}

async function* entriesOf(
  library: Library,
  archive: number,
  chunk: number,
  budget: Budget,
  names: readonly string[],
): AsyncIterable<Part | UnreadPart> {
  for (let count = 0; ; count += 1) {
    const entry = library.read_next_entry(archive);
    if (entry === 0) {
      // The end, or an error; of some damage the library only says that there is nothing.
      if (count === 0 || library.error_string(archive) !== '') throw new Error('no header');
      return;
    }
    if (count >= ENTRIES_MAX) throw new Unreadable('over_bound');
    if (WITHOUT_CONTENT.includes(library.entry_filetype(entry))) continue;
    const path = nameOf(library.entry_pathname(entry), names[count]) || `file ${count + 1}`;
    if (library.entry_is_encrypted(entry) !== 0) yield { path, reason: 'encrypted' };
    else yield* entryParts(library, archive, chunk, path, budget);
  }
}

/** The listed name, where the library's is the same apart from the letters that it replaces. */
const nameOf = (known: string, listed: string | undefined): string =>
  listed !== undefined && (!known || withoutLetters(listed) === withoutLetters(known)) ? listed : known;
const withoutLetters = (name: string): string => name.replaceAll(/[^ -~]+|\*+/g, '*');

/** One damaged file of an archive leaves its beginning readable, and the others where the library finds them. */
function* entryParts(library: Library, archive: number, chunk: number, path: string, budget: Budget): Iterable<Part | UnreadPart> {
  const parts: Uint8Array[] = [];
  let failed: UnreadPart | undefined;
  try {
    const next = () => library.read_data(archive, chunk, CHUNK_BYTES);
    for (let count = next(); count > 0; count = next()) {
      budget.takeBytes(count);
      parts.push(library.module.HEAPU8.slice(chunk, chunk + count));
    }
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    failed = { path, reason: reasonOf(library, archive) };
  }
  if (failed === undefined || parts.length > 0) yield { path, bytes: Buffer.concat(parts) };
  if (failed !== undefined) yield failed;
}

/** What the library says of encryption and memory is in its messages only. */
function reasonOf(library: Library, archive: number): Unreadable['reason'] {
  const message = archive === 0 ? '' : library.error_string(archive);
  if (/encrypt|passphrase/i.test(message)) return 'encrypted';
  if (/allocate|memory|dictionary size/i.test(message)) return 'over_bound';
  return /unsupported|unavailable|no support|not supported/i.test(message) ? 'not_supported' : 'damaged';
}
