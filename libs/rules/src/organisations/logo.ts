/** Of a file that is uploaded: photographs of phones are larger, logos are not. */
export const LOGO_BYTES_MAX = 2 * 1024 * 1024;
/** Pixels of either side: what decoding holds in memory is bounded by it, at most 128 MB for 16-bit channels. */
export const LOGO_SIDE_MAX = 4_096;
/** Pixels of the longer side of what is stored: twice the largest size at which the console shows it. */
export const LOGO_STORED_SIDE = 256;

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean => signature.every((byte, at) => bytes[at] === byte);

/** What the first bytes of a file are, whatever its name; null when neither. */
export const logoFormat = (bytes: Uint8Array): 'png' | 'jpeg' | null =>
  startsWith(bytes, PNG) ? 'png' : startsWith(bytes, JPEG) ? 'jpeg' : null;
