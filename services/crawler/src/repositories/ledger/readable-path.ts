const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The path of a file as text. git's paths are bytes: where they are not valid UTF-8, each byte outside ASCII is written as
 * `\xNN`, so that different paths stay different.
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
