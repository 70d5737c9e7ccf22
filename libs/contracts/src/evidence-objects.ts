/*
 * How the crawler stores the content of documents and the events service finds it. Each object is written once, under an id of its own: a
 * deletion that was decided before never meets an object that was written after. The organisation is in the key and in what the ciphertext
 * authenticates, so the same bytes are another object for another organisation, and a moved one cannot be opened.
 */

export interface EvidenceObject {
  readonly object: string;
  /** sha256, hex, of the whole document. */
  readonly hash: string;
}

/** Folders for the objects of an organisation, by the beginning of the hash: a file system does not like millions of files in one. */
const FOLDER_LETTERS = 2;

/** The key of an object in the store. */
export const evidenceKey = (organisation: string, { hash, object }: EvidenceObject): string =>
  `evidence/${organisation}/${hash.slice(0, FOLDER_LETTERS)}/${hash}.${object}`;

/** What the ciphertext of an object authenticates. */
export const evidenceContext = (organisation: string, hash: string): string => `evidence:${organisation}:${hash}`;
