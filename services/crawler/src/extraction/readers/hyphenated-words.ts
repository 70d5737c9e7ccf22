/** What programs write where a word goes on in the next line: hyphens, and hyphens that are seen only there. */
const HYPHENS = new Set(['-', '\u00ad', '\u2010', '\u2011']);
const LETTER = /\p{L}/u;

/**
 * A page, and behind it the words that are divided between a line and the next one, one a line: joined, and with the hyphen, which may be their own.
 * They stand in the same text, so that what is in a half of a word too is found once.
 */
export function withHyphenatedWords(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const words = new Set<string>();
  for (const [at, line] of lines.entries()) {
    const first = line.slice(line.lastIndexOf(' ') + 1, -1);
    const second = lines[at + 1]?.split(' ', 1)[0] ?? '';
    if (!HYPHENS.has(line.at(-1) ?? '') || !LETTER.test(first.at(-1) ?? '') || !LETTER.test(second[0] ?? '')) continue;
    words.add(first + second).add(`${first}-${second}`);
  }
  return words.size === 0 ? text : `${text.replace(/\n$/, '')}\n${[...words].join('\n')}\n`;
}
