/** A document of a source. Its bytes are valid until the next document is requested. */
export interface SourceDocument {
  /** Increases along the source; a launch resumes after a position. */
  readonly position: bigint;
  /** undefined for a document that could not be read, or that is known to concern no pattern. */
  readonly bytes: Uint8Array | undefined;
  /** Why it, or what is inside, could not be read. */
  readonly unread?: string;
  /** Of the document in the source. */
  readonly path: string;
  /** Where in the document this is; left out for the document itself. */
  readonly inner?: string;
  /** There is more of the document at this position, which comes next. */
  readonly continues?: true;
  /** True for a known document under another file name. */
  readonly onlyByFileName: boolean;
  /** How many documents it stands for where those that concern no pattern come together, as the last of them. */
  readonly documents?: number;
  readonly version: string;
  readonly commit: { readonly id: string; readonly author: string; readonly committedAt: Date } | null;
}
