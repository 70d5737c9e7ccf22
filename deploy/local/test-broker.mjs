// Finds a real broker for the Kafka tests on this machine: from its jars with Java and Maven, otherwise as a container.
import { spawnSync } from 'node:child_process';

const works = (command, args) => spawnSync(command, args, { stdio: 'ignore', timeout: 30_000 }).status === 0;

/** `java`, `container`, or undefined when neither is available. */
export function brokerKind() {
  if (works('java', ['-version']) && works('mvn', ['--version'])) return 'java';
  return works('docker', ['info']) ? 'container' : undefined;
}
