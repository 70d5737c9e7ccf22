export * from './behaviour.ts';
export * from './git-http-server.ts';
export * from './scratch-repository.ts';
export * from './git-stage.ts';
