import { parse } from 'node-html-parser';

/** Attributes that hold addresses or text that people see. */
const SHOWN = ['href', 'src', 'action', 'alt', 'title', 'value'] as const;

/** The text of a page, tables as lines, and behind it the values of attributes, each a line. */
export function pageText(page: string): string {
  const root = parse(page);
  const values = root
    .querySelectorAll(SHOWN.map((name) => `[${name}]`).join(','))
    .flatMap((element) => SHOWN.map((name) => element.getAttribute(name) ?? ''))
    .filter((value) => value !== '' && !value.startsWith('data:'));
  return [root.structuredText, ...values].join('\n');
}

const wordsOf = (line: string): string => line.replace(/\s+/g, ' ').trim();

/** What a page says beyond the text that stands beside it in a mail: of a mail that has its text twice, usually its links. */
export function pageBeyond(page: string, text: string): string {
  const known = wordsOf(text);
  const lines = pageText(page)
    .split('\n')
    .map((line) => wordsOf(line));
  return [...new Set(lines)].filter((line) => line !== '' && !known.includes(line)).join('\n');
}
