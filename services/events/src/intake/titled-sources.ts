import type { SourceType } from '@leakwatch/vocabulary';

/** Sources whose containers are documents: the path is a title, which people change, and which Google's search shortens as it likes. */
export const TITLED: ReadonlySet<SourceType> = new Set(['google_docs', 'pastebin']);
