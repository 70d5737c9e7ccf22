/** So long are the shortest passwords that are compared, encoded. */
const SHORTEST = 8;

/** The text of which the value is the base64, where it is one of printable ASCII: random texts so long are none by chance. */
export function plainOf(value: string): string | undefined {
  if (value.length < SHORTEST || value.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return undefined;
  const plain = Buffer.from(value, 'base64').toString('latin1');
  return /^[\x20-\x7e]+\n?$/.test(plain) ? plain : undefined;
}
