export * from './gitlab-api.ts';
