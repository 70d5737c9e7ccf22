import type { Budget } from '../../../reader.ts';
import { agileDecipher } from './agile.ts';
import { DEFAULT_PASSWORDS } from './passwords.ts';
import { standardDecipher } from './standard.ts';

/** The size of the package, before its bytes. */
const SIZE_BYTES = 8;
const BLOCK_BYTES = 16;
const [STANDARD, AGILE] = [2, 4];

/**
 * A newer office file that is encrypted (MS-OFFCRYPTO), when it has a default password; undefined when it has another one, or belongs to readers that a
 * server of rights knows. Throws where bytes are missing, and Unreadable over_bound.
 */
export function decryptedPackage(info: Buffer, content: Buffer, budget: Budget): Buffer | undefined {
  const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)];
  const decipher =
    minor === STANDARD && major >= 2 && major <= 4
      ? standardDecipher(info, DEFAULT_PASSWORDS, budget)
      : minor === AGILE && major === 4
        ? agileDecipher(info.subarray(8), DEFAULT_PASSWORDS, budget)
        : undefined;
  if (decipher === undefined) return undefined;
  const whole = content.subarray(SIZE_BYTES);
  const blocks = whole.subarray(0, whole.length - (whole.length % BLOCK_BYTES));
  budget.takeBytes(blocks.length);
  return decipher(blocks).subarray(0, Number(content.readBigUInt64LE(0)));
}
