/** A document of a source. Its bytes are valid until the next document is requested. */
export interface SourceDocument {
  /** Increases along the source; a launch resumes after a position. */
  readonly position: bigint;
  /** undefined for a document that could not be read (`unread` says why), or that is known to concern no pattern. */
  readonly bytes: Uint8Array | undefined;
  readonly unread?: string;
  readonly path: string;
  /** True for a known document under another file name. */
  readonly onlyByFileName: boolean;
  readonly version: string;
  readonly commit: { readonly id: string; readonly author: string; readonly committedAt: Date } | null;
}
