import type { TestBroker } from './broker.port.ts';
import { JavaBroker } from './java-broker.ts';

/** The kind of broker that `npm run test:kafka` found on this machine. */
export const BROKER_VARIABLE = 'LEAKWATCH_TEST_BROKER';

/** A broker of its own for one test file. */
export async function openBroker(): Promise<TestBroker> {
  if (process.env[BROKER_VARIABLE] !== 'container') return JavaBroker.open();
  const { ContainerBroker } = await import('./container-broker.ts');
  return ContainerBroker.open();
}
