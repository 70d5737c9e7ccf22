export * from './telegram-bot-api.ts';
