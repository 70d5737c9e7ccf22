import { randomInt } from 'node:crypto';
import { sha256Hex } from '@leakwatch/platform';
import { RECOVERY_ALPHABET, RECOVERY_LENGTH } from './typed-code.domain.ts';

export const RECOVERY_CODES = 10;
const GROUP = /.{6}/g;

const newCode = () => Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_ALPHABET.charAt(randomInt(RECOVERY_ALPHABET.length))).join('');

/** Ten new codes, in groups with dashes: the form in which people see them, once. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, () => (newCode().match(GROUP) ?? []).join('-'));

/** The hash that is stored; it is bound to the account. `code` has no dashes, as `readCode` returns it. */
export const hashRecoveryCode = (account: string, code: string): string => sha256Hex(`${account}:${code}`);

/** The hashes of codes with dashes. */
export const hashRecoveryCodes = (account: string, codes: readonly string[]): string[] =>
  codes.map((code) => hashRecoveryCode(account, code.replaceAll('-', '')));
