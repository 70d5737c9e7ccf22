/**
 * What is looked for. The kind decides how `text` is read:
 * - public_domain: `domain keyword`; the domain matches at a boundary, every word of the keyword must stand in the document
 * - internal_domain: one domain, matched at a boundary
 * - keyword (the documents' magic keyword): up to three words, one of them may be `filename:NAME`
 * - regex: an expression without flags and delimiters
 * - deep: up to three words, all of which must stand in the document
 */
export const PATTERN_KINDS = ['public_domain', 'internal_domain', 'keyword', 'regex', 'deep'] as const;
export type PatternKind = (typeof PATTERN_KINDS)[number];

/** One thing that is looked for, as the tasks service stores it and the crawler watches for it. */
export interface Pattern {
  readonly id: string;
  readonly kind: PatternKind;
  readonly text: string;
}

/** Under which key the wire groups patterns of a kind (spec/2-tasks section 3). */
export const PATTERN_GROUPS = {
  public_domains: 'public_domain',
  internal_domains: 'internal_domain',
  keywords: 'keyword',
  regex_keywords: 'regex',
  deep: 'deep',
} as const satisfies Record<string, PatternKind>;
export type PatternGroup = keyof typeof PATTERN_GROUPS;

/** exclude: a match that holds a filter keyword is auto_filtered; require: one that holds none is. */
export const FILTER_MODES = ['exclude', 'require'] as const;
export type FilterMode = (typeof FILTER_MODES)[number];
