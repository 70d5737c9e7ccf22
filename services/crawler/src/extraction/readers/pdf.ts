import { getDocumentProxy } from 'unpdf';
import { z } from 'zod';
import { type Budget, type Part, textPart, Unreadable } from '../reader.ts';

/** Pages that are read of one document. */
const PAGES_MAX = 3_000;

const textItem = z.object({ str: z.string(), hasEOL: z.boolean().default(false) });
const attachment = z.object({ filename: z.string(), content: z.instanceof(Uint8Array) });

/** The pages of a document, its properties and the files that are attached to it. */
export async function* readPdf(bytes: Uint8Array, budget: Budget): AsyncIterable<Part> {
  // The library takes the memory that it is given.
  const pdf = await getDocumentProxy(Uint8Array.from(bytes), { isEvalSupported: false, disableFontFace: true, verbosity: 0 }).catch(
    (error: unknown) => {
      throw new Unreadable(error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged');
    },
  );
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

function textOf(item: unknown): string {
  const read = textItem.safeParse(item);
  return read.success ? read.data.str + (read.data.hasEOL ? '\n' : '') : '';
}
