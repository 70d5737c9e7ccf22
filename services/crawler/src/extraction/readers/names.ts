const RUSSIAN = new TextDecoder('ibm866');
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Names in archives that do not say their encoding are usually UTF-8, or in the code page of Russian archivers. */
export function nameFrom(raw: Uint8Array): string {
  try {
    return UTF8.decode(raw);
  } catch {
    return RUSSIAN.decode(raw);
  }
}
