import type { SourceType } from '@leakwatch/vocabulary';

/** A document of a source. Its bytes are valid until the next document is requested. */
export interface SourceDocument {
  /** Increases along the stream; a launch resumes after a position. */
  readonly position: bigint;
  /** undefined for a document that exists and could not be read; `unread` says why. */
  readonly bytes: Uint8Array | undefined;
  readonly unread?: string;
  readonly path: string;
  /** True for a known document under another file name. */
  readonly onlyByFileName: boolean;
  readonly version: string;
  readonly commit: { readonly id: string; readonly author: string; readonly committedAt: Date } | null;
}

export interface PrepareContext {
  readonly signal: AbortSignal;
  /** Reports the current step and 0-100 of the preparation. */
  readonly report: (status: 'updating_local' | 'processing_commits', percent: number) => void;
}

/** A source that is read as a stream. Sources that are searched have an interface of their own. */
export interface StreamSource<Target, Stream> {
  readonly kind: SourceType;
  /** Brings the target up to date. Throws the source's own error when nothing can be read. */
  prepare(target: Target, context: PrepareContext): Promise<Stream>;
  /** Documents after a position, in order. */
  documents(stream: Stream, after: bigint, signal: AbortSignal): AsyncGenerator<SourceDocument, void, undefined>;
}
