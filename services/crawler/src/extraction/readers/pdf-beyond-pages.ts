import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs';
import { z } from 'zod';
import type { Part } from '../reader.ts';

/** What an annotation says of itself rather than of its content. */
const ANNOTATION_DETAILS: ReadonlySet<string> = new Set([
  ...['id', 'subtype', 'fieldType', 'dir', 'name', 'borderStyle', 'defaultAppearanceData', 'annotationType', 'modificationDate'],
  // Said by other keys too: the address as it is written, the text of the rich one, the file as a part of its own.
  ...['url', 'dest', 'creationDate', 'popupRef', 'state', 'stateModel', 'html', 'content', 'rawFilename'],
]);
const FIELD_DETAILS: ReadonlySet<string> = new Set(['id', 'type', 'page']);
const OUTLINE_DETAILS: ReadonlySet<string> = new Set(['url', 'dest']);
const STRUCTURE_DETAILS: ReadonlySet<string> = new Set(['role', 'type', 'id', 'lang']);
/** Levels of a value that are read: outlines and structures may be as deep as the document likes. */
const DEPTH_MAX = 64;

/** The texts in a value of the library and the names of its members where they are the document's, each once, in their order. */
function textsIn(value: unknown, details: ReadonlySet<string> = new Set(), withNames = false): readonly string[] {
  const found = new Set<string>();
  const visit = (one: unknown, depth: number): void => {
    if (typeof one === 'string') found.add(one.trim());
    else if (depth === DEPTH_MAX || typeof one !== 'object' || one === null || ArrayBuffer.isView(one)) return;
    else if (Array.isArray(one)) for (const each of one) visit(each, depth + 1);
    else
      for (const [name, each] of Object.entries(one)) {
        if (details.has(name)) continue;
        if (withNames && depth === 0) found.add(name);
        visit(each, depth + 1);
      }
  };
  visit(value, 0);
  found.delete('');
  return [...found];
}

const file = z.object({ filename: z.string(), content: z.instanceof(Uint8Array), description: z.string().optional().catch(undefined) });

/** Files that are attached to a document or to an annotation, and what is said of them. */
export function filesIn(values: readonly unknown[]): { readonly files: readonly Part[]; readonly descriptions: readonly string[] } {
  const found = values.flatMap((value) => file.safeParse(value).data ?? []);
  return {
    files: found.map(({ filename, content }) => ({ path: filename, bytes: content })),
    descriptions: found.flatMap(({ description = '' }) => (description === '' ? [] : [description])),
  };
}

const widget = z.object({
  fieldName: z.string().optional(),
  fieldValue: z
    .union([z.string(), z.array(z.string()).transform((values) => values.join(', '))])
    .optional()
    .catch(undefined),
  file: z.unknown().optional(),
});

/** A line for each thing that lies on a page (links, remarks, fields of forms, scripts), and the files that are attached to it. */
export async function besidePage(
  page: PDFPageProxy,
  isTagged: boolean,
): Promise<{ readonly text: string; readonly files: readonly Part[] }> {
  const found: readonly unknown[] = await page.getAnnotations().catch(() => []);
  const lines = found.flatMap((entry) => {
    const { fieldName, fieldValue } = widget.safeParse(entry).data ?? {};
    const field = fieldValue === undefined ? [] : [`${fieldName ?? 'field'}: ${fieldValue}`];
    return [[...field, ...textsIn(entry, ANNOTATION_DETAILS).filter((text) => text !== fieldName && text !== fieldValue)].join(' ')];
  });
  const { files } = filesIn(found.map((entry) => widget.safeParse(entry).data?.file));
  const scripts = await page.getJSActions().catch(() => null);
  const structure = isTagged ? await page.getStructTree().catch(() => null) : null;
  const all = [...lines, ...textsIn(scripts), ...textsIn(structure, STRUCTURE_DETAILS)];
  return { text: all.filter((line) => line !== '').join('\n'), files };
}

/** What a document has beside its pages: the path of each part, and its text. */
export async function* besidePages(pdf: PDFDocumentProxy): AsyncIterable<readonly [path: string, text: string]> {
  const lines = (texts: readonly string[]) => texts.join('\n');
  const { info, metadata } = await pdf.getMetadata().catch(() => ({ info: {}, metadata: null }));
  yield ['properties', lines(propertiesOf(info))];
  // As they are written: they have fields of any kind.
  const written: unknown = metadata?.getRaw();
  yield ['metadata.xml', typeof written === 'string' ? written : ''];
  yield ['outline', lines(textsIn(await pdf.getOutline().catch(() => null), OUTLINE_DETAILS))];
  yield ['scripts', lines(textsIn(await pdf.getJSActions().catch(() => null), new Set(), true))];
  yield ['form', lines(textsIn(await pdf.getFieldObjects().catch(() => null), FIELD_DETAILS, true))];
  const layers = await pdf.getOptionalContentConfig().then(
    (config) => [...config].map(([, group]: [unknown, unknown]) => group),
    () => [],
  );
  const labels = textsIn(await pdf.getPageLabels().catch(() => null)).filter((label) => !/^(\d+|[ivxlcdm]+)$/i.test(label));
  const places = Object.keys(await pdf.getDestinations().catch(() => ({})));
  yield ['names', lines([...layers.flatMap((layer) => nameOf(layer)), ...labels, ...places])];
}

const nameOf = (layer: unknown): readonly string[] => {
  const name = z.object({ name: z.string() }).safeParse(layer).data?.name ?? '';
  return name === '' ? [] : [name];
};

/** Properties, those included that people define. */
const propertiesOf = (info: object): readonly string[] =>
  Object.entries(info).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string'
      ? [`${name}: ${value}`]
      : name === 'Custom' && typeof value === 'object' && value !== null
        ? propertiesOf(value)
        : [],
  );
