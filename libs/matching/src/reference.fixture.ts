import { RE2JS } from 're2js';
import type { Pattern } from '@leakwatch/vocabulary';

/**
 * The naive matcher that specs compare the compiled one with: it works on decoded text, word by word, and shares no code
 * with it. Imported by specs only.
 */
export interface ReferenceDocument {
  readonly text: string;
  readonly fileNames?: readonly string[];
}

const NAME = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;

function domainStandsAt(text: string, start: number, end: number): boolean {
  const before = /[-_]*$/.exec(text.slice(0, start))?.[0].length ?? 0;
  const escape = /\\[nrt]$|(?:\x1b\[|\[[\d;]{1,21})m$/.test(text.slice(0, start - before));
  const left = escape ? '' : (text[start - before - 1] ?? '');
  const after = /^(?:[-_]+|\.)?/.exec(text.slice(end))?.[0].length ?? 0;
  const right = text[end + after] ?? '';
  const needsLeft = NAME.test(text[start] ?? '');
  const needsRight = NAME.test(text[end - 1] ?? '');
  return !(needsLeft && NAME.test(left)) && !(needsRight && NAME.test(right));
}

function holdsDomain(text: string, domain: string): boolean {
  for (let at = text.indexOf(domain); at !== -1; at = text.indexOf(domain, at + 1)) {
    if (domainStandsAt(text, at, at + domain.length)) return true;
  }
  return false;
}

function words(text: string): string[] {
  return text
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '');
}

function matchesOne({ kind, text: wanted }: Pattern, document: ReferenceDocument): boolean {
  const text = document.text.toLowerCase();
  const parts = words(wanted);
  switch (kind) {
    case 'regex':
      return RE2JS.compile(wanted).matcher(document.text).find();
    case 'internal_domain':
      return holdsDomain(text, parts[0] ?? '');
    case 'public_domain':
      return holdsDomain(text, parts[0] ?? '') && parts.slice(1).every((word) => text.includes(word));
    case 'deep':
      return parts.every((word) => text.includes(word));
    case 'keyword': {
      const names = (document.fileNames ?? []).map((path) => path.toLowerCase().split('/').at(-1));
      return parts.every((part) => (part.startsWith('filename:') ? names.includes(part.slice(9)) : text.includes(part)));
    }
  }
}

/** Ids of the patterns that the text matches, in the order given. */
export function referenceMatches(patterns: readonly Pattern[], document: ReferenceDocument): string[] {
  return patterns.filter((pattern) => matchesOne(pattern, document)).map((pattern) => pattern.id);
}
