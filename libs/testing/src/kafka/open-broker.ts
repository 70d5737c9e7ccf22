import type { TestBroker } from './broker.port.ts';
import { JavaBroker } from './java-broker.ts';

/** The kind of broker that `npm run test:kafka` found on this machine. */
export const BROKER_VARIABLE = 'LEAKWATCH_TEST_BROKER';

/** That of docker-compose.yml: the tests run what people run. */
export const KAFKA_IMAGE = 'apache/kafka:4.1.1@sha256:0bc1bb2478f45b6cea78864df86acdc11e8df2c5172477819a4d12942cbe5d40';

/** A broker of its own for one test file. */
export async function openBroker(): Promise<TestBroker> {
  if (process.env[BROKER_VARIABLE] !== 'container') return JavaBroker.open();
  const { ContainerBroker } = await import('./container-broker.ts');
  return ContainerBroker.open(KAFKA_IMAGE);
}
