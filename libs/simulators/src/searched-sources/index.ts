export * from './searched-sources.ts';
