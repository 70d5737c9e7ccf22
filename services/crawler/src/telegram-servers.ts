import { createPublicKey, type KeyObject } from 'node:crypto';

export interface DataCentre {
  readonly id: number;
  readonly host: string;
  readonly port: number;
}

const CENTRE = /^(\d{1,2})=([^\s:,]+|\[[^\]]+\]):(\d{1,5})$/;

/** @param text `2=149.154.167.51:443`, several with commas. Returns null where it is not well formed. */
export function readDataCentres(text: string): readonly DataCentre[] | null {
  const read = text.split(',').map((part) => CENTRE.exec(part.trim()));
  if (read.some((match) => match === null)) return null;
  return read.map((match) => ({ id: Number(match?.[1]), host: (match?.[2] ?? '').replaceAll(/[[\]]/g, ''), port: Number(match?.[3]) }));
}

/** Base64 of DER, or PEM whose lines may end in `\n` as two characters. */
export const readServerKey = (text: string): KeyObject =>
  text.includes('-----')
    ? createPublicKey(text.replaceAll(String.raw`\n`, '\n'))
    : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs1' });

export function isServerKey(text: string): boolean {
  try {
    return readServerKey(text).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
