import { detectEncoding } from '@leakwatch/matching';

/** In UTF-16 text of Latin or Cyrillic letters nearly every high byte is 0 or 4. */
const HIGH_BYTES = new Set([0x00, 0x04]);
const PROBE_BYTES = 8000;
const SHARE = 0.9;

/** Detects UTF-16 without a byte order mark, as some editors write it, by the position of the high bytes. */
function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const probe = bytes.subarray(0, PROBE_BYTES);
  if (bytes.length % 2 === 1 || !probe.includes(0)) return null;
  const share = (from: number): number => {
    let high = 0;
    for (let at = from; at < probe.length; at += 2) if (HIGH_BYTES.has(probe[at] ?? 1)) high += 1;
    return high / Math.ceil((probe.length - from) / 2);
  };
  const [even, odd] = [share(0), share(1)];
  if (odd >= SHARE && even < SHARE) return 'utf-16le';
  return even >= SHARE && odd < SHARE ? 'utf-16be' : null;
}

/**
 * Decodes an uploaded file: UTF-8, UTF-16 with or without a byte order mark, windows-1251 or Latin-1. Never fails: bytes
 * that are not text become characters that the keyword rules refuse line by line.
 */
export function decodeKeywordFile(bytes: Uint8Array): string {
  const detected = unmarkedUtf16(bytes) ?? detectEncoding(bytes);
  const label = detected === 'binary' ? 'utf-8' : detected === 'latin-1' ? 'iso-8859-1' : detected;
  return new TextDecoder(label).decode(bytes);
}
