/** Separates the path of a file from that of what is inside it (docs/behaviour/documents.md). */
const INSIDE = '!/';
/** Shorter than any file system's limit, also with two bytes for a letter. */
const MAX_NAME = 100;
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const NOT_IN_NAMES = /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\p{Surrogate}/gu;

/** A name under which a browser may store the file of a path, whatever the path says; `fallback` where nothing is left of it. */
export function safeFileName(path: string, fallback: string): string {
  const outer = path.split(INSIDE, 1)[0] ?? '';
  const last = outer.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  const clean = last
    .replaceAll(NOT_IN_NAMES, '_')
    .replace(/^[.\s]+/, '')
    .replace(/[.\s]+$/, '');
  return [...clean].slice(-MAX_NAME).join('') || fallback;
}

/** The end of a name that says how its file is opened. */
const TYPE = /\.[A-Za-z\d]{1,8}$/;

/**
 * The same for the document at the end of the path, where the file around it was not kept: named as that file, it would be one that nothing opens. Parts
 * such as pages have no type; what is kept of them is text.
 */
export function documentFileName(path: string, fallback: string): string {
  const at = path.lastIndexOf(INSIDE);
  if (at === -1) return safeFileName(path, fallback);
  const inner = path.slice(at + INSIDE.length);
  return safeFileName(TYPE.test(inner) ? inner : `${inner}.txt`, fallback);
}

const ENCODED = /['()*]/g;

/** `Content-Disposition` of a download (RFC 6266): the name in ASCII, and as it is. */
export function attachment(name: string): string {
  const ascii = name.replaceAll(/[^\u0020-\u007e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(ENCODED, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
