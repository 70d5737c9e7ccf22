export { common } from './common.ts';
export { baseErrors } from './base-errors.ts';
