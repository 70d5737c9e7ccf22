export * from './create-sample-repository.ts';
export * from './expectations.ts';
export { FastImport } from './fast-import.ts';
