export * from './pastebin-api.ts';
