export * from './github-api.ts';
