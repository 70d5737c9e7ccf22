/** RC4, which OpenSSL has no longer without a provider for old algorithms. Encrypts and decrypts; each call goes on where the last one ended. */
export function rc4(key: Uint8Array): (bytes: Uint8Array) => Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at);
  const swap = (one: number, other: number) => {
    const value = state[one] ?? 0;
    state[one] = state[other] ?? 0;
    state[other] = value;
  };
  for (let at = 0, other = 0; at < 256; at += 1) {
    other = (other + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 0xff;
    swap(at, other);
  }
  let [one, other] = [0, 0];
  return (bytes) => {
    const result = Buffer.allocUnsafe(bytes.length);
    for (let at = 0; at < bytes.length; at += 1) {
      one = (one + 1) & 0xff;
      other = (other + (state[one] ?? 0)) & 0xff;
      swap(one, other);
      result[at] = (bytes[at] ?? 0) ^ (state[((state[one] ?? 0) + (state[other] ?? 0)) & 0xff] ?? 0);
    }
    return result;
  };
}
