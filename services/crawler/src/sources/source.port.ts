import type { SourceType } from '@leakwatch/vocabulary';

/** A document as a source gives it. Its bytes are valid until the next one is asked for. */
export interface SourceDocument {
  /** Grows in the order of the stream; what a launch resumes behind. */
  readonly position: bigint;
  /** undefined: it is there and could not be read; `unread` says why. */
  readonly bytes: Uint8Array | undefined;
  readonly unread?: string;
  readonly path: string;
  /** True for a document that was matched before and stands here under another file name. */
  readonly onlyByFileName: boolean;
  readonly version: string;
  readonly commit: { readonly id: string; readonly author: string; readonly committedAt: Date } | null;
}

export interface PrepareContext {
  readonly signal: AbortSignal;
  /** What the source does, with 0-100 of the preparation. */
  readonly report: (status: 'updating_local' | 'processing_commits', percent: number) => void;
}

/** What a source that is read as a stream can do; sources that are searched get their own narrow interface beside it. */
export interface StreamSource<Target, Stream> {
  readonly kind: SourceType;
  /** Brings the target up to date. Throws what the source's own error is when nothing can be read. */
  prepare(target: Target, context: PrepareContext): Promise<Stream>;
  /** Documents behind a position, in order. */
  documents(stream: Stream, behind: bigint, signal: AbortSignal): AsyncGenerator<SourceDocument, void, undefined>;
}
