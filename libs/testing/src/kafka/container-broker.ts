import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePorts } from '@leakwatch/local';
import { GenericContainer, type StartedTestContainer } from 'testcontainers';
import { answers } from './answers.ts';
import type { TestBroker } from './broker.port.ts';

const LISTENER_PORT = 19_092;
const docker = (...args: string[]) => promisify(execFile)('docker', args);

/** Apache Kafka as a container, for machines with a Docker engine and without Java. */
export class ContainerBroker implements TestBroker {
  readonly address: string;
  private readonly container: StartedTestContainer;

  private constructor(container: StartedTestContainer, address: string) {
    this.container = container;
    this.address = address;
  }

  static async open(image: string): Promise<ContainerBroker> {
    const [port = 0] = await freePorts(1);
    const address = `127.0.0.1:${port}`;
    const container = await new GenericContainer(image)
      // A fixed port: it must be the same after the broker was killed.
      .withExposedPorts({ container: LISTENER_PORT, host: port })
      .withEnvironment({
        KAFKA_NODE_ID: '1',
        KAFKA_PROCESS_ROLES: 'broker,controller',
        KAFKA_LISTENERS: `PLAIN://:${LISTENER_PORT},INNER://localhost:9092,CONTROLLER://localhost:9093`,
        KAFKA_ADVERTISED_LISTENERS: `PLAIN://${address},INNER://localhost:9092`,
        KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAIN:PLAINTEXT,INNER:PLAINTEXT,CONTROLLER:PLAINTEXT',
        KAFKA_INTER_BROKER_LISTENER_NAME: 'INNER',
        KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
        KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
        KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS: '4',
        KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
        KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
        KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
        KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
        KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
      })
      .start();
    await answers(address);
    return new ContainerBroker(container, address);
  }

  async kill(): Promise<void> {
    await docker('kill', '--signal=KILL', this.container.getId());
  }

  async halt(): Promise<void> {
    await docker('stop', this.container.getId());
  }

  async start(): Promise<void> {
    await docker('start', this.container.getId());
    await answers(this.address);
  }

  async dispose(): Promise<void> {
    await this.container.stop();
  }
}
