import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Child, freePorts } from '@leakwatch/local';
import { answers } from './answers.ts';
import type { TestBroker } from './broker.port.ts';
import { type BrokerSecurity, secureListener } from './broker-security.ts';
import { kafkaJars } from './kafka-jars.ts';

/** Small: it shares a machine with everything that is tested. */
const JVM = ['-Xms128m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

interface Files {
  readonly folder: string;
  readonly classPath: string;
  readonly properties: string;
}

const java = promisify(execFile);
/** Kafka's own ids never begin with a dash either: its tools would take it for an option. */
const base64Id = () => {
  const bytes = randomBytes(16);
  bytes[0] = 0;
  return bytes.toString('base64url').slice(0, 22);
};

function propertiesOf(folder: string, ports: readonly number[], security: BrokerSecurity | undefined): string {
  const [plain, controller, secure] = ports;
  const listeners = [`PLAIN://127.0.0.1:${plain}`, ...(security === undefined ? [] : [`SECURE://127.0.0.1:${secure}`])];
  const values: Record<string, string | number | boolean> = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controller}`,
    listeners: [...listeners, `CONTROLLER://127.0.0.1:${controller}`].join(','),
    'advertised.listeners': listeners.join(','),
    'listener.security.protocol.map': 'PLAIN:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURE:SASL_SSL',
    'inter.broker.listener.name': 'PLAIN',
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': join(folder, 'data'),
    'offsets.topic.num.partitions': 4,
    'offsets.topic.replication.factor': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    'auto.create.topics.enable': false,
    ...security?.properties,
  };
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** Apache Kafka from its jars, on free ports of this machine. */
export class JavaBroker implements TestBroker {
  readonly address: string;
  readonly security: BrokerSecurity | undefined;
  private readonly files: Files;
  private child: Child | undefined;

  private constructor(files: Files, address: string, security: BrokerSecurity | undefined) {
    this.files = files;
    this.address = address;
    this.security = security;
  }

  static async open(options: { readonly secure?: boolean } = {}): Promise<JavaBroker> {
    const classPath = join(await kafkaJars(), '*');
    const folder = mkdtempSync(join(tmpdir(), 'leakwatch-kafka-'));
    mkdirSync(join(folder, 'data'));
    const ports = await freePorts(3);
    const security = options.secure === true ? await secureListener(folder, `127.0.0.1:${ports[2]}`) : undefined;
    const properties = join(folder, 'server.properties');
    writeFileSync(properties, propertiesOf(folder, ports, security));
    const format = ['format', '--cluster-id', base64Id(), '--config', properties, ...(security?.format ?? [])];
    await java('java', ['-cp', classPath, 'kafka.tools.StorageTool', ...format]);
    const broker = new JavaBroker({ folder, classPath, properties }, `127.0.0.1:${ports[0]}`, security);
    await broker.start();
    return broker;
  }

  async start(): Promise<void> {
    const { folder, classPath, properties } = this.files;
    const child = new Child('kafka', 'java', [...JVM, '-cp', classPath, 'kafka.Kafka', properties], join(folder, 'broker.log'));
    this.child = child;
    await answers(this.address, () => {
      if (!child.isRunning) throw new Error(`the broker did not start:\n${child.lastLines}`);
    });
  }

  async kill(): Promise<void> {
    await this.child?.stop('SIGKILL');
  }

  async halt(): Promise<void> {
    await this.child?.stop('SIGTERM');
  }

  async dispose(): Promise<void> {
    await this.kill();
    rmSync(this.files.folder, { recursive: true, force: true });
  }
}
