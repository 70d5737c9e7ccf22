export * from './github-site.ts';
