import type { PatternKind } from '@leakwatch/vocabulary';
import { distinctWords } from './keywords.ts';

/** What a form holds, cleaned by the rules of its tabs. */
export interface ChosenPatterns {
  readonly publicDomains: readonly string[];
  /** The chosen keywords' texts; a word that stands in two groups counts once. */
  readonly keywords: readonly string[];
  readonly internalDomains: readonly string[];
  readonly magicKeywords: readonly string[];
  readonly expressions: readonly string[];
}

/** domains × keywords + internal domains + magic keywords + expressions; spec/2-tasks section 5. */
export function countPatterns(chosen: ChosenPatterns): number {
  return (
    chosen.publicDomains.length * distinctWords(chosen.keywords).length +
    chosen.internalDomains.length +
    chosen.magicKeywords.length +
    chosen.expressions.length
  );
}

/** Every pattern that the choice makes, as kind and text; a public domain makes one with each keyword. */
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
