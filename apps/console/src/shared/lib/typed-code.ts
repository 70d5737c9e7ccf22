/** Number of digits of a code of the authenticator app. */
export const CODE_DIGITS = 6;

/** The digits of a typed or pasted code, at most six: `123 456` gives `123456`. */
export const onlyDigits = (typed: string): string => typed.replaceAll(/\D/g, '').slice(0, CODE_DIGITS);

/** True when a change completed the code, which is then sent. */
export const isCompleted = (before: string, now: string): boolean => now.length === CODE_DIGITS && before !== now;

/** A seed in groups of four, as people read it. */
export const grouped = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ');
