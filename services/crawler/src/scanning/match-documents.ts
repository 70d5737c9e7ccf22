import { type DescribedMatch, DocumentBatch, type DocumentResult, type PatternSet } from '@leakwatch/matching';

export interface DocumentToMatch {
  readonly bytes: Uint8Array;
  readonly fileNames: readonly string[];
}

/** What a document matched in several sets; `failed` when one of them could not be matched. */
export interface MatchedInSets {
  readonly matches: readonly DescribedMatch[];
  /** Ids of expressions that were too expensive for the document. */
  readonly unchecked: readonly string[];
  readonly failed: boolean;
}

/** Matches documents with several sets in the pool's threads; the results are in the order of the documents. */
export async function matchDocuments(
  sets: readonly PatternSet[],
  documents: readonly DocumentToMatch[],
  signal: AbortSignal,
): Promise<readonly MatchedInSets[]> {
  const results: MatchedInSets[] = [];
  for (let from = 0; from < documents.length; ) {
    const batch = new DocumentBatch(bytesOf(documents.slice(from)));
    for (let document = documents[from]; document !== undefined && batch.fits(document.bytes.length); document = documents[from]) {
      batch.add(document.bytes, document.fileNames);
      from += 1;
    }
    const bySet = await Promise.all(sets.map((set) => examineWhole(set, batch, signal)));
    for (let at = 0; at < batch.documents.length; at += 1) results.push(joinResults(bySet.map((some) => some[at])));
  }
  return results;
}

const bytesOf = (documents: readonly DocumentToMatch[]): number => documents.reduce((sum, { bytes }) => sum + bytes.length, 0);

async function examineWhole(set: PatternSet, batch: DocumentBatch, signal: AbortSignal): Promise<readonly DocumentResult[]> {
  const results: DocumentResult[] = [];
  while (results.length < batch.documents.length) results.push(...(await set.examine(batch, { from: results.length, signal })));
  return results;
}

function joinResults(results: readonly (DocumentResult | undefined)[]): MatchedInSets {
  const examined = results.filter((result) => result?.outcome === 'examined');
  return {
    matches: examined.flatMap(({ matches }) => matches),
    unchecked: examined.flatMap(({ unchecked }) => unchecked),
    failed: examined.length < results.length,
  };
}
