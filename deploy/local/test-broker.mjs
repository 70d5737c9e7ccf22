// How the Kafka tests get a real broker on this machine: from its jars where Java and Maven are, else as a container.
import { spawnSync } from 'node:child_process';

const works = (command, args) => spawnSync(command, args, { stdio: 'ignore', timeout: 30_000 }).status === 0;

/** `java`, `container`, or undefined when neither can be had. */
export function brokerKind() {
  if (works('java', ['-version']) && works('mvn', ['--version'])) return 'java';
  return works('docker', ['info']) ? 'container' : undefined;
}
