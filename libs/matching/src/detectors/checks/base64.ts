/** So long are the shortest passwords that are compared, encoded. */
const SHORTEST = 8;

/** Active Directory takes a password in quotes, as UTF-16 (`unicodePwd::`). */
function textIn(bytes: Buffer): string {
  const isWide = bytes.length % 2 === 0 && bytes.every((byte, at) => at % 2 === 0 || byte === 0);
  return isWide ? bytes.toString('utf16le').replaceAll(/^"|"$/g, '') : bytes.toString('latin1');
}

/** The text of which the value is the base64, where it is one of printable ASCII: random texts so long are none by chance. */
export function plainOf(value: string): string | undefined {
  if (value.length < SHORTEST || value.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return undefined;
  const plain = textIn(Buffer.from(value, 'base64'));
  return /^[\x20-\x7e]+\n?$/.test(plain) ? plain : undefined;
}
