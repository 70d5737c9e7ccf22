import type { PDFPageProxy } from 'unpdf/pdfjs';

/** A stretch of text, or a mark of the structure. */
type Item = Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'][number];
type Stretch = Extract<Item, { readonly str: string }>;

const isStretch = (item: Item): item is Stretch => 'str' in item;
const isUpright = ({ transform }: Stretch): boolean => transform[1] === 0 && transform[2] === 0 && transform[0] > 0;

/**
 * Whether a stretch lies left of the one that was written before it, with a gap between them. The library puts a space or a line end between stretches that
 * follow each other, and nothing where the writing goes back on the same line. Letters of right-to-left scripts go back without a gap.
 */
const isFarBack = (before: Stretch, next: Stretch): boolean =>
  isUpright(before) && isUpright(next) && before.transform[4] - (next.transform[4] + next.width) > before.height;

/** The text of a page. */
export function textOfItems(items: readonly Item[]): string {
  let text = '';
  let before: Stretch | undefined;
  for (const item of items) {
    if (!isStretch(item)) continue;
    if (item.str !== '') {
      if (before !== undefined && isFarBack(before, item) && !/\s$/.test(text)) text += ' ';
      before = item;
    }
    text += item.hasEOL ? `${item.str}\n` : item.str;
  }
  return text;
}
