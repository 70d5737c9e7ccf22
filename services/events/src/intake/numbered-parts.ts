import type { Finding } from '@leakwatch/contracts';
import { pathInside, splitInside } from '@leakwatch/matching';

/** Parts that readers number by their order in the document (docs/behaviour/documents.md). */
const NUMBERED = /^((?:.*\/)?picture|page|slide|notes|message|file) \d+( notes)?$/;
/** A value of a database, by the number of its row. */
const ROW = /^(.*), row \d+, (.*)$/;
const WORKBOOK = /\.(?:xls[xmb]?|xlt[xm]?|ods|ots)$/i;
const GOOGLE_SHEETS = '/spreadsheets/';

type Place = Pick<Finding, 'source_type' | 'path'> & { readonly container: Pick<Finding['container'], 'url'> };

/**
 * Where in its document a part is, without what an edit elsewhere in the document changes: numbers of pages, slides, messages and rows, names of
 * sheets. null for what is in no such part. Names of files in archives are places of their own.
 */
export function partWithoutNumbers({ source_type: source, path, container }: Place): string | null {
  const [document = '', ...segments] = segmentsOf(path);
  const isSheet = (at: number): boolean =>
    at === 0 && source === 'google_docs' ? container.url.includes(GOOGLE_SHEETS) : WORKBOOK.test(segments[at - 1] ?? document);
  const lasting = segments.map((segment, at) => (isSheet(at) ? 'sheet' : segment.replace(NUMBERED, '$1$2').replace(ROW, '$1, row, $2')));
  return lasting.every((segment, at) => segment === segments[at])
    ? null
    : lasting.reduceRight((inner, segment) => pathInside(segment, inner), '');
}

function segmentsOf(path: string): readonly string[] {
  const { path: first, inner } = splitInside(path);
  return inner === '' ? [first] : [first, ...segmentsOf(inner)];
}
