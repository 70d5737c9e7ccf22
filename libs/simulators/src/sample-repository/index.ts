export * from './create-sample-repository.ts';
export * from './expectations.ts';
