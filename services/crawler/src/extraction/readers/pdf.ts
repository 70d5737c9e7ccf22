import { getResolvedPDFJS } from 'unpdf';
import type { PDFDocumentProxy, PDFPageProxy, PDFWorker } from 'unpdf/pdfjs';
import { z } from 'zod';
import { type Budget, type Part, textPart, Unreadable } from '../reader.ts';

/** Pages that are read of one document. */
const PAGES_MAX = 3_000;

const attachment = z.object({ filename: z.string(), content: z.instanceof(Uint8Array) });

/** The part of the engine that reads, which takes a while to set up: one for all documents of a thread. */
let worker: Promise<PDFWorker> | undefined;
const openWorker = async () => {
  const engine = await getResolvedPDFJS();
  return new engine.PDFWorker({ verbosity: 0 });
};

async function open(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  worker ??= openWorker();
  const { getDocument } = await getResolvedPDFJS();
  return getDocument({
    // The library takes the memory that it is given.
    data: Uint8Array.from(bytes),
    worker: await worker,
    isEvalSupported: false,
    useSystemFonts: true,
    disableFontFace: true,
    verbosity: 0,
  }).promise;
}

/** The pages of a document, its properties and the files that are attached to it. */
export async function* readPdf(bytes: Uint8Array, budget: Budget): AsyncIterable<Part> {
  const pdf = await open(bytes).catch((error: unknown) => {
    throw new Unreadable(error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged');
  });
  try {
    for (let number = 1; number <= Math.min(pdf.numPages, PAGES_MAX); number += 1) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      const text = items.map((item) => textOf(item)).join('');
      budget.takeBytes(Buffer.byteLength(text));
      if (text.trim() !== '') yield textPart(`page ${number}`, text);
      page.cleanup();
    }
    const properties = await pdf.getMetadata().then(
      ({ info }) => Object.entries(info).flatMap(([name, value]) => (typeof value === 'string' ? [`${name}: ${value}`] : [])),
      () => [],
    );
    if (properties.length > 0) yield textPart('properties', properties.join('\n'));
    const attached: unknown = await pdf.getAttachments().catch(() => null);
    for (const entry of Object.values(z.record(z.string(), z.unknown()).safeParse(attached).data ?? {})) {
      const file = attachment.safeParse(entry);
      if (!file.success) continue;
      budget.takeBytes(file.data.content.byteLength);
      yield { path: file.data.filename, bytes: file.data.content };
    }
    if (pdf.numPages > PAGES_MAX) throw new Unreadable('over_bound');
  } finally {
    await pdf.destroy();
  }
}

type Item = Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'][number];

/** An item is a stretch of text, or a mark of the structure. */
const textOf = (item: Item): string => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '');
