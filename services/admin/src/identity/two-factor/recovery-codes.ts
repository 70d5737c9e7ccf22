import { randomInt } from 'node:crypto';
import { sha256Hex } from '@leakwatch/platform';
import { RECOVERY_ALPHABET, RECOVERY_LENGTH } from './two-factor.domain.ts';

export const RECOVERY_CODES = 10;
const GROUP = /.{6}/g;

const newCode = () => Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_ALPHABET.charAt(randomInt(RECOVERY_ALPHABET.length))).join('');

/** Ten new codes in groups with dashes, as people get them once. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, () => (newCode().match(GROUP) ?? []).join('-'));

/** How a code rests; bound to its account. `code` is bare, as `readCode` gives it. */
export const hashRecoveryCode = (account: string, code: string): string => sha256Hex(`${account}:${code}`);
