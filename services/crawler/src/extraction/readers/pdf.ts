import { getResolvedPDFJS } from 'unpdf';
import type { PDFDocumentProxy, PDFWorker } from 'unpdf/pdfjs';
import { asBuffer } from '../bytes.ts';
import { type Budget, type Part, textPart, Unreadable } from '../reader.ts';
import { withHyphenatedWords } from './hyphenated-words.ts';
import { textsOfObjects } from './pdf-objects.ts';
import { besidePage, besidePages, filesIn } from './pdf-beyond-pages.ts';
import { characterMaps } from './pdf-maps.ts';
import { textOfItems } from './pdf-text.ts';
import { openPdfWorker } from './pdf-worker.ts';

/** Pages that are read of one document. */
const PAGES_MAX = 3_000;

/** The library keeps a record of each: a million take the whole heap of the thread so fast that the process ends with it. */
const OBJECTS_MAX = 300_000;

/** Each font with a table of letters takes up to 7 MiB until the library forgets it: a document of many merged ones may have hundreds. */
const FONTS_MAX = 16;

function hasTooManyObjects(bytes: Uint8Array): boolean {
  const file = asBuffer(bytes);
  let count = 0;
  for (let at = file.indexOf(' obj'); at >= 0 && count <= OBJECTS_MAX; at = file.indexOf(' obj', at + 4)) count += 1;
  return count > OBJECTS_MAX;
}

/** It takes a while to set up: one for all documents of a process. */
let worker: Promise<PDFWorker> | undefined;

async function open(bytes: Uint8Array, onMap: () => void): Promise<PDFDocumentProxy> {
  worker ??= openPdfWorker();
  const { getDocument } = await getResolvedPDFJS();
  return getDocument({
    // The library takes the memory that it is given.
    data: Uint8Array.from(bytes),
    worker: await worker,
    isEvalSupported: false,
    useSystemFonts: true,
    useWorkerFetch: false,
    BinaryDataFactory: characterMaps(onMap),
    cMapPacked: true,
    disableFontFace: true,
    verbosity: 0,
  }).promise;
}

/** The pages of a document, what lies beside them, and the files that are attached to it. */
export async function* readPdf(bytes: Uint8Array, budget: Budget): AsyncIterable<Part> {
  if (hasTooManyObjects(bytes)) throw new Unreadable('over_bound');
  let hasMaps = false;
  const pdf = await open(bytes, () => (hasMaps = true)).catch((error: unknown) => {
    throw new Unreadable(error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged');
  });
  const known: string[] = [];
  const fonts = new Set<string>();
  try {
    const isTagged = await pdf.getMarkInfo().then(
      (marks) => marks?.Marked === true,
      () => false,
    );
    for (let number = 1; number <= Math.min(pdf.numPages, PAGES_MAX); number += 1) {
      const page = await pdf.getPage(number);
      const { items, styles } = await page.getTextContent();
      yield* textOfPart(`page ${number}`, withHyphenatedWords(textOfItems(items)), budget);
      const beside = await besidePage(page, isTagged);
      known.push(beside.text);
      yield* textOfPart(`page ${number} notes`, beside.text, budget);
      yield* filesOf(beside.files, budget);
      page.cleanup();
      for (const font of Object.keys(styles)) fonts.add(font);
      if (hasMaps && fonts.size >= FONTS_MAX) {
        await pdf.cleanup();
        fonts.clear();
        hasMaps = false;
      }
    }
    for await (const [path, text] of besidePages(pdf)) {
      known.push(text);
      yield* textOfPart(path, text, budget);
    }
    // By name. A record of zod would leave out what is named `__proto__`.
    const attached: unknown = await pdf.getAttachments().catch(() => null);
    const { files, descriptions } = filesIn(typeof attached === 'object' && attached !== null ? Object.values(attached) : []);
    yield* textOfPart('attachments', descriptions.join('\n'), budget);
    yield* filesOf(files, budget);
    known.push(...descriptions, ...files.map(({ path }) => path));
    yield* textOfPart('objects', textsOfObjects(bytes, known, budget).join('\n'), budget);
    if (pdf.numPages > PAGES_MAX) throw new Unreadable('over_bound');
  } finally {
    await pdf.destroy();
  }
}

function* textOfPart(path: string, text: string, budget: Budget): Iterable<Part> {
  budget.takeBytes(Buffer.byteLength(text));
  if (text.trim() !== '') yield textPart(path, text);
}

function* filesOf(files: readonly Part[], budget: Budget): Iterable<Part> {
  for (const one of files) {
    budget.takeBytes(one.bytes.byteLength);
    yield one;
  }
}
