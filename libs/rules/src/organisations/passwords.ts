export const PASSWORD_RULES = {
  length: (password: string) => password.length > 8,
  upper: (password: string) => /\p{Lu}/u.test(password),
  lower: (password: string) => /\p{Ll}/u.test(password),
  digit: (password: string) => /\d/.test(password),
} as const;
export type PasswordRule = keyof typeof PASSWORD_RULES;

const RULE_NAMES = ['length', 'upper', 'lower', 'digit'] as const satisfies readonly PasswordRule[];

/** The rules that a new password breaks (docs/behaviour/access.md). */
export const brokenPasswordRules = (password: string): readonly PasswordRule[] =>
  RULE_NAMES.filter((rule) => !PASSWORD_RULES[rule](password));
