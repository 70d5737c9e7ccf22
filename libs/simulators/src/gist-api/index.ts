export * from './gist-api.ts';
export * from './gist-corpus.ts';
