export * from './acting.ts';
export * from './event-status.ts';
export * from './service.ts';
export * from './severity.ts';
export * from './undo.ts';
