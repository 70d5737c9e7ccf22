import type { PatternKind } from '@leakwatch/vocabulary';

/** The patterns of the demonstration organisation, grouped as in the API. */
export interface SamplePatterns {
  readonly public_domains: { readonly patterns: readonly string[]; readonly keywords: readonly string[] };
  readonly internal_domains: { readonly patterns: readonly string[] };
  readonly keywords: { readonly patterns: readonly string[] };
  readonly regex_keywords: { readonly patterns: readonly string[] };
}

/** One finding that a scan of the sample repository must return; together they are all that it may return. */
export interface PlantedLeak {
  readonly patternText: string;
  readonly kind: PatternKind;
  readonly path: string;
  /** 1-based number of the first matching line, in the version that introduced it. */
  readonly line: number;
  /** The lines that hold a part of the match. */
  readonly lines: readonly string[];
  /** Oid of the commit that introduced it. */
  readonly commit: string;
  readonly note: string;
}

export const SAMPLE_PATTERNS: SamplePatterns = {
  public_domains: { patterns: ['romashka.example'], keywords: ['password', 'token', 'secret'] },
  internal_domains: { patterns: ['corp.romashka.example'] },
  keywords: { patterns: ['romashka vpn gateway', 'filename:.env romashka', 'ромашка договор поставки'] },
  regex_keywords: { patterns: ['RMSH-[A-Z0-9]{12}'] },
};

/** Lines that hold one of these are sorted out in the demonstration (mode exclude). */
export const SAMPLE_FILTER_KEYWORDS: readonly string[] = ['dummy-for-tests'];
