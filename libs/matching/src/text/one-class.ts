/**
 * The same memory as a Uint8Array that is no Buffer. A loop over bytes that has met objects of both classes looks at the class at every byte and
 * takes twice the time, so what reads whole texts reads them through this.
 */
export const asOneClass = (bytes: Uint8Array): Uint8Array =>
  bytes.constructor === Uint8Array ? bytes : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
