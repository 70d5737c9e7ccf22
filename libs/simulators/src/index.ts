export * from './git-http/index.ts';
export * from './sample-repository/index.ts';
