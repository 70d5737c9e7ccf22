/**
 * Passwords of files to which nobody gave one: Excel encrypts workbooks whose structure is protected with the first, PowerPoint presentations with the
 * second. Office programs try them without asking.
 */
export const DEFAULT_PASSWORDS = ['VelvetSweatshop', '/01Hannes Ruescher/01'] as const;

/** As all methods but the oldest take a password. */
export const wide = (password: string): Buffer => Buffer.from(password, 'utf16le');
