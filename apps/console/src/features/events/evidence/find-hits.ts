import type { Range } from './text-rows.ts';

/** Hits that are shown and walked through: more of them say nothing. */
export const MAX_HITS = 5_000;

/** Soft hyphens and what has no width, as where patterns are matched (docs/decisions/0162): the word is the same with them. */
const UNSEEN = String.raw`[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]`;
const UNSEEN_IN_WANTED = new RegExp(UNSEEN, 'gu');

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** A letter as it is typed, and as PDF files and macOS write it: й as и and a mark. */
function eitherWay(letter: string): string {
  const apart = letter.normalize('NFD');
  return apart === letter ? escaped(letter) : `(?:${letter}|${apart})`;
}

/** Where a text holds what a person searches for. Letter case, marks that stand apart and unseen characters are ignored; at most MAX_HITS. */
export function findHits(text: string, wanted: string): readonly Range[] {
  if (wanted === '') return [];
  const seen = wanted.replaceAll(UNSEEN_IN_WANTED, '').normalize('NFC');
  // As it was typed too: composing replaces a few letters by others.
  const sources = [escaped(wanted), ...(seen === '' ? [] : [Array.from(seen, eitherWay).join(`${UNSEEN}*`)])];
  const hits: Range[] = [];
  for (const { index, 0: found } of text.matchAll(new RegExp(sources.join('|'), 'giu'))) {
    hits.push({ start: index, end: index + found.length });
    if (hits.length === MAX_HITS) break;
  }
  return hits;
}
