/** Separates the path of a document from that of what is inside it. */
export const INSIDE = '!/';

/** The path of what is inside a document; that of the document itself where `inner` is ''. */
export const pathInside = (path: string, inner: string): string => (inner === '' ? path : `${path}${INSIDE}${inner}`);

/**
 * The names under which something inside of a document is looked for: its own, and those of all documents around it, so that a pattern for a
 * file name meets an archive's files and the archive.
 * @param inner '' for the document itself
 */
export function namesInside(path: string, inner: string): readonly string[] {
  const parts = inner === '' ? [] : inner.split(INSIDE);
  return [pathInside(path, inner), ...parts.map((_, at) => pathInside(path, parts.slice(0, at).join(INSIDE)))];
}

/** Splits a path that `pathInside` has joined; `inner` is '' for a document that is not inside another. */
export function splitInside(joined: string): { readonly path: string; readonly inner: string } {
  const at = joined.indexOf(INSIDE);
  return at === -1 ? { path: joined, inner: '' } : { path: joined.slice(0, at), inner: joined.slice(at + INSIDE.length) };
}
