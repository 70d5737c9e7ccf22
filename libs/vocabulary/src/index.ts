export * from './audit.ts';
export * from './events.ts';
export * from './launches.ts';
export * from './patterns.ts';
export * from './people.ts';
export * from './repositories.ts';
export * from './sources.ts';
export * from './tasks.ts';
