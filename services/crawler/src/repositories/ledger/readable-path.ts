const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The path of a file as text. Git's paths are bytes: where they are no UTF-8, each byte that is not ASCII is written
 * as `\xNN`, so that two different paths stay two.
 */
export function readablePath(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    let text = '';
    for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
    return text;
  }
}
