import { getResolvedPDFJS } from 'unpdf';
import type { PDFDocumentProxy, PDFPageProxy, PDFWorker } from 'unpdf/pdfjs';
import { z } from 'zod';
import { type Budget, type Part, textPart, Unreadable } from '../reader.ts';

/** Pages that are read of one document. */
const PAGES_MAX = 3_000;

/** What lies on a page: links, remarks with their authors, and fields of forms. */
const annotation = z.object({
  url: z.string().optional(),
  unsafeUrl: z.string().optional(),
  titleObj: z.object({ str: z.string() }).optional(),
  contentsObj: z.object({ str: z.string() }).optional(),
  fieldName: z.string().optional(),
  fieldValue: z
    .union([z.string(), z.array(z.string()).transform((values) => values.join(', '))])
    .optional()
    .catch(undefined),
});
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
      const notes = await notesOf(page);
      budget.takeBytes(Buffer.byteLength(notes));
      if (notes !== '') yield textPart(`page ${number} notes`, notes);
      page.cleanup();
    }
    const properties = await pdf.getMetadata().then(
      ({ info }) => propertiesOf(info),
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

/** Properties, those included that people define. */
const propertiesOf = (info: object): readonly string[] =>
  Object.entries(info).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string'
      ? [`${name}: ${value}`]
      : name === 'Custom' && typeof value === 'object' && value !== null
        ? propertiesOf(value)
        : [],
  );

/** A line for each thing that lies on a page. */
async function notesOf(page: PDFPageProxy): Promise<string> {
  const found: readonly unknown[] = await page.getAnnotations().catch(() => []);
  const lines = found.flatMap((entry) => {
    const { url, unsafeUrl, titleObj, contentsObj, fieldName, fieldValue } = annotation.safeParse(entry).data ?? {};
    const field = fieldValue === undefined ? undefined : `${fieldName ?? 'field'}: ${fieldValue}`;
    return [[unsafeUrl ?? url, titleObj?.str, contentsObj?.str, field].filter((text) => text !== undefined && text !== '').join(' ')];
  });
  return lines.filter((line) => line !== '').join('\n');
}

type Item = Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'][number];

/** An item is a stretch of text, or a mark of the structure. */
const textOf = (item: Item): string => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '');
