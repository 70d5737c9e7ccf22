import { DecodedText } from '../encoded/decoded-text.ts';
import { asOneClass } from '../text/one-class.ts';
import type { TextView } from '../text/views.ts';
import { isPage } from './is-page.ts';
import { readPage } from './read-page.ts';

const NEWLINE = 0x0a;

/** What the markup of a page makes of its text, as readings of the document: none where it is no page, or where its text stands in it as it is. */
export function pageViews(source: TextView | undefined): readonly TextView[] {
  if (source === undefined || !isPage(source.utf8)) return [];
  const text = asOneClass(source.utf8);
  const lines = new DecodedText();
  readPage(text, ({ bytes, originOf, end }) => {
    const lineEnd = (place: number) => {
      const newline = text.subarray(place, end).indexOf(NEWLINE);
      return newline === -1 ? end : place + newline;
    };
    lines.add(bytes, { coding: 'html', originOf, lineEnd });
  });
  return lines.views(source);
}
