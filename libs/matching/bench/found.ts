import type { CompiledPatterns } from '@leakwatch/matching';
import type { Pattern } from '@leakwatch/vocabulary';

/** The result by which contestants are compared: pairs of document and pattern, and the matched patterns. */
export interface Found {
  readonly pairs: number;
  readonly sum: number;
}

export const DOCUMENT_BYTES = 20_000;

export function asPatterns(kind: Pattern['kind'], texts: readonly string[]): readonly Pattern[] {
  return texts.map((text, at) => ({ id: String(at), kind, text }));
}

/** Matches every document against all patterns. */
export function matchAll(compiled: CompiledPatterns, documents: readonly Uint8Array[]): Found {
  let [pairs, sum] = [0, 0];
  for (const bytes of documents) {
    for (const { patternId } of compiled.match({ bytes })) {
      pairs += 1;
      sum += Number(patternId);
    }
  }
  return { pairs, sum };
}
