import { RE2JS } from 're2js';
import type { Span } from '../text/spans.ts';
import { NEAR_BYTES } from './detector.ts';
import type { Rule } from './rule.ts';

/** A word that was found, by the plainest search there is. */
function placesOf(word: string, text: string): Span[] {
  const places: Span[] = [];
  const [folded, wanted] = [text.toLowerCase(), word.toLowerCase()];
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + 1)) {
    const around = [folded[at - 1] ?? '', folded[at + wanted.length] ?? ''];
    if (wanted.length > 3 || !around.some((sign) => /\p{L}/u.test(sign))) places.push({ start: at, end: at + wanted.length });
  }
  return places;
}

const engines = new Map<string, RE2JS>();

function engineOf({ id, expression }: Rule): RE2JS {
  const engine = engines.get(id) ?? RE2JS.compile(expression);
  engines.set(id, engine);
  return engine;
}

const bytesBefore = (text: string, at: number): number => Buffer.byteLength(text.slice(0, at));

/** What one rule matches in a text, by its expression over the whole text: `start-end`, in bytes. For texts that lower case leaves as long. */
export function plainMatches(rule: Rule, text: string): string[] {
  const bytes = Buffer.from(text);
  const words = (rule.near ?? []).flatMap((word) => placesOf(word, text));
  const found: string[] = [];
  const matcher = engineOf(rule).matcher(bytes);
  while (matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()];
    const isNear = words.some((word) => {
      const [from, to] = [bytesBefore(text, word.start), bytesBefore(text, word.end)];
      const inside = from >= start && to <= end;
      return !inside && from - end < NEAR_BYTES && start - to < NEAR_BYTES;
    });
    if ((rule.near === undefined || isNear) && rule.judge(bytes.toString('utf8', start, end)) !== null) found.push(`${start}-${end}`);
  }
  return found;
}
