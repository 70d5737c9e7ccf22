/** The staff's page of a failing source shows texts of this length. */
const QUOTED_CHARACTERS = 300;

/** An upstream's text as staff see it: on one line, bounded, without the secret should the answer repeat it. */
export function quoteAnswer(text: string, secret: string | null): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return (secret === null || secret === '' ? line : line.replaceAll(secret, '***')).slice(0, QUOTED_CHARACTERS);
}
