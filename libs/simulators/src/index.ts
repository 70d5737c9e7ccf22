export * from './git-http/index.ts';
export * from './sample-repository/index.ts';
export * from './host-api/index.ts';
export * from './github-api/index.ts';
export * from './gitlab-api/index.ts';
export * from './site-verify/index.ts';
export * from './telegram-bot-api/index.ts';
export * from './password-ranges/index.ts';
