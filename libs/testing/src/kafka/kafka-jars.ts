import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '@leakwatch/local';

const POM = join(ROOT, 'deploy', 'kafka', 'pom.xml');
/** Much longer than a slow download, so that a hanging one is reported. */
const MAVEN_MS = 900_000;

/** The folder with Kafka's jars, taken from Maven Central once for each version of the pom. */
export async function kafkaJars(): Promise<string> {
  const version = createHash('sha256').update(readFileSync(POM)).digest('hex').slice(0, 12);
  const folder = join(process.env['LEAKWATCH_TOOLS'] ?? join(tmpdir(), 'leakwatch-tools'), `kafka-${version}`);
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return folder;
  mkdirSync(folder, { recursive: true });
  await promisify(execFile)(
    'mvn',
    ['--batch-mode', '--quiet', '--file', POM, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`, '-DincludeScope=runtime'],
    { timeout: MAVEN_MS },
  );
  writeFileSync(complete, '');
  return folder;
}
