/**
 * What a task searches for. The kind says how `text` is read (docs/behaviour/patterns.md):
 * - public_domain: `domain keyword`; the domain matches at a boundary, the document must hold every word of the keyword
 * - internal_domain: one domain, matched at a boundary
 * - keyword (magic keyword): up to three words, one of them may be `filename:NAME`
 * - regex: an expression without flags and delimiters
 * - deep: up to three words; the document must hold all of them
 */
export const PATTERN_KINDS = ['public_domain', 'internal_domain', 'keyword', 'regex', 'deep'] as const;
export type PatternKind = (typeof PATTERN_KINDS)[number];

/** One pattern, as the tasks service stores it and the crawler matches it. */
export interface Pattern {
  readonly id: string;
  readonly kind: PatternKind;
  readonly text: string;
}

/** The names under which the API groups the patterns of a task. */
export const PATTERN_GROUP_NAMES = ['public_domains', 'internal_domains', 'keywords', 'regex_keywords', 'deep'] as const;
export type PatternGroup = (typeof PATTERN_GROUP_NAMES)[number];

/** The kind of the patterns of each group. */
export const PATTERN_GROUPS = {
  public_domains: 'public_domain',
  internal_domains: 'internal_domain',
  keywords: 'keyword',
  regex_keywords: 'regex',
  deep: 'deep',
} as const satisfies Record<PatternGroup, PatternKind>;

/** exclude: an event that holds a filter keyword becomes auto_filtered; require: an event that holds none does. */
export const FILTER_MODES = ['exclude', 'require'] as const;
export type FilterMode = (typeof FILTER_MODES)[number];
