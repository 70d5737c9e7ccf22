export { type PasswordRanges, startPasswordRanges } from './password-ranges.ts';
