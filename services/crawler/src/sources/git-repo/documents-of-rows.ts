import type { BlobReading } from '../../repositories/blobs/read-blobs.ts';
import type { LedgerBlob, LedgerPage } from '../../repositories/ledger/ledger-rows.store.ts';
import type { SourceDocument } from '../../scanning/source-document.ts';

/** The rows that are read, and the last one of each run that is passed over: with the number of the run's documents, which further file names are not. */
export function* withRuns(
  { ordinals, isFurther }: LedgerPage,
  passed: Uint8Array,
): Generator<{ readonly position: bigint; readonly documents?: number }, void, undefined> {
  let documents = 0;
  for (const [at, position] of ordinals.entries()) {
    if (passed[at] === 0) {
      yield { position };
      continue;
    }
    if (isFurther[at] === 0) documents += 1;
    if (passed[at + 1] === 1) continue;
    yield { position, documents };
    documents = 0;
  }
}

export function nextRow(rows: Iterator<LedgerBlob>, position: bigint): LedgerBlob {
  const next = rows.next();
  // Rows are moved only while nobody scans the mirror, and deleted only with it. The launch begins again where it has committed.
  if (next.done === true || BigInt(next.value.ordinal) !== position) throw new Error('the ledger was changed while it was read');
  return next.value;
}

/** Documents that concern no pattern: where the last of them is. */
export const passedOver = (position: bigint, documents: number): SourceDocument => ({
  position,
  documents,
  bytes: undefined,
  path: '',
  onlyByFileName: false,
  version: '',
  commit: null,
});

export const documentOf = (blob: LedgerBlob, reading: BlobReading): SourceDocument => {
  const { ordinal, name, path, oid, commit_id: id, author, committed_at: committedAt } = blob;
  return {
    position: BigInt(ordinal),
    bytes: reading.outcome === 'read' ? reading.bytes : undefined,
    ...(reading.outcome !== 'read' && { unread: reading.outcome }),
    path,
    onlyByFileName: name !== '',
    version: oid,
    commit: id === null ? null : { id, author: author ?? '', committedAt: committedAt ?? new Date(0) },
  };
};
