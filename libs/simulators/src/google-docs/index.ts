export * from './google-docs.ts';
