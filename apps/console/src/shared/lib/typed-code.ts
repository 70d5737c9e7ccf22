/** Digits of a code of the app. */
export const CODE_DIGITS = 6;

/** What counts of what was typed or pasted for a code of the app: `123 456` is one, more than six digits are cut. */
export const onlyDigits = (typed: string): string => typed.replaceAll(/\D/g, '').slice(0, CODE_DIGITS);

/** True when a change of the field completed the code: it is sent without a further key. */
export const isCompleted = (before: string, now: string): boolean => now.length === CODE_DIGITS && before !== now;

/** A seed in groups of four, as people read it. */
export const grouped = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ');
