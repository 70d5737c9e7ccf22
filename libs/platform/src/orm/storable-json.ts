/** NUL, and halves of characters beyond the first 65,536 without the other half. */
const NOT_STORABLE = /\0|\p{Surrogate}/gu;
/** How JSON.stringify writes them; also a backslash of a text before such letters. */
const MAYBE_NOT_STORABLE = /\\u(?:0000|d[89a-f])/;

/** PostgreSQL's text and jsonb cannot hold NUL, and its jsonb cannot hold half of a character; a text from outside can hold both. */
export const storableText = (text: string): string =>
  text.isWellFormed() && !text.includes('\0') ? text : text.replaceAll(NOT_STORABLE, '\ufffd');

/** A value as PostgreSQL's jsonb can hold it. One text that it refuses would keep everything that is written with it out of the database. */
export function storableJson(value: unknown): string {
  const written = JSON.stringify(value);
  if (!MAYBE_NOT_STORABLE.test(written)) return written;
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? storableText(one) : one));
}
