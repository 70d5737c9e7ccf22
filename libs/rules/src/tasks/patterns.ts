import type { PatternKind } from '@leakwatch/vocabulary';
import { distinctWords } from '../typed-lists/keywords.ts';

/** The patterns that a form holds, cleaned by the rules of its tabs. */
export interface ChosenPatterns {
  readonly publicDomains: readonly string[];
  /** The texts of the chosen keywords; a word in two groups counts once. */
  readonly keywords: readonly string[];
  readonly internalDomains: readonly string[];
  readonly magicKeywords: readonly string[];
  readonly expressions: readonly string[];
}

/** domains × keywords + internal domains + magic keywords + expressions */
export function countPatterns(chosen: ChosenPatterns): number {
  return (
    chosen.publicDomains.length * distinctWords(chosen.keywords).length +
    chosen.internalDomains.length +
    chosen.magicKeywords.length +
    chosen.expressions.length
  );
}

/** Every pattern of the choice, as kind and text; a public domain makes one pattern with each keyword. */
export function expandPatterns(chosen: ChosenPatterns): readonly { kind: PatternKind; text: string }[] {
  return [
    ...chosen.publicDomains.flatMap((domain) =>
      distinctWords(chosen.keywords).map((keyword) => ({ kind: 'public_domain' as const, text: `${domain} ${keyword}` })),
    ),
    ...chosen.internalDomains.map((text) => ({ kind: 'internal_domain' as const, text })),
    ...chosen.magicKeywords.map((text) => ({ kind: 'keyword' as const, text })),
    ...chosen.expressions.map((text) => ({ kind: 'regex' as const, text })),
  ];
}
