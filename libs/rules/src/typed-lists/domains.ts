import { KEYWORD_MAX } from '../limits.ts';
import { type SortedLines, sortLines } from './sorted-lines.ts';

const DOMAIN = /^[a-zа-яё0-9@][a-zа-яё0-9\-._/@]*$/i;

/** Public and internal domains, split on white space (docs/behaviour/tasks.md). */
export function readDomains(texts: readonly string[]): SortedLines {
  return sortLines(
    texts.flatMap((text) => text.split(/\s+/)),
    (token) => {
      if (token.length > KEYWORD_MAX) return { reason: 'domain_too_long' };
      return DOMAIN.test(token) ? { ok: token } : { reason: 'domain_characters' };
    },
  );
}
