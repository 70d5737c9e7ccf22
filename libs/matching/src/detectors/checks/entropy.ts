/** Shannon's entropy of a text, in bits for each character; 0 for the empty text. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** What stands for a secret in documentation and templates; random tokens do not hold such runs. */
const PLACEHOLDER = /example|placeholder|changeme|change_me|your[-_]?(?:token|key|secret|password)|foobar|x{6}|\*{4}|0{10}|abcdefghij/i;

export const isPlaceholder = (text: string): boolean => PLACEHOLDER.test(text);
