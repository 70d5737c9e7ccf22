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

const ENCODED = /['()*]/g;

/** `Content-Disposition` of a download (RFC 6266): the name in ASCII, and as it is. */
export function attachment(name: string): string {
  const ascii = name.replaceAll(/[^\u0020-\u007e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(ENCODED, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
