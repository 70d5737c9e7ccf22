export * from './caller.ts';
export type { TestBroker } from './kafka/broker.port.ts';
export { JavaBroker } from './kafka/java-broker.ts';
export { openBroker } from './kafka/open-broker.ts';
export { routesConformance } from './routes-conformance.ts';
export { createTestDatabase, type TestDatabase, testStack } from './stack/test-database.ts';
export { createTestEnvironment, type TestEnvironment } from './stack/test-settings.ts';
export { waitUntil } from './wait-until.ts';
export * from './mails/read-mail.ts';
