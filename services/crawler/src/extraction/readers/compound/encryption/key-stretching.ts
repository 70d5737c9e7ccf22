import { hash } from 'node:crypto';
import type { Budget } from '../../../reader.ts';
import { wide } from './passwords.ts';

/** Hashes that files name, in any way of writing; a file with another one is not decrypted. */
const HASHES: ReadonlySet<string> = new Set(['sha1', 'sha256', 'sha384', 'sha512']);

/** The name of a hash as Node.js knows it. */
export function hashNamed(name = ''): string | undefined {
  const known = name.replaceAll('-', '').toLowerCase();
  return HASHES.has(known) ? known : undefined;
}

export const digest = (algorithm: string, ...content: readonly Uint8Array[]): Buffer => hash(algorithm, Buffer.concat(content), 'buffer');

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** A password made expensive to try: hashed so many times. @throws Unreadable over_bound */
export function stretched(algorithm: string, salt: Uint8Array, password: string, rounds: number, budget: Budget): Buffer {
  budget.takeRounds(rounds);
  let key = digest(algorithm, salt, wide(password));
  const input = Buffer.alloc(4 + key.length);
  for (let round = 0; round < rounds; round += 1) {
    input.writeUInt32LE(round);
    key.copy(input, 4);
    key = hash(algorithm, input, 'buffer');
  }
  return key;
}
