import { createHash, randomBytes, randomUUID } from 'node:crypto';

const TOKEN_BYTES = 32;

export const newId = (): string => randomUUID();

/** 256 bits from the system's generator, safe in URLs and cookies. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

export const sha256Hex = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

/** UUID version 5: the same parts in the same namespace give the same id. Parts are length-prefixed, so none can run into the next. */
export function nameId(namespace: string, parts: readonly string[]): string {
  const name = parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join('');
  const hash = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
