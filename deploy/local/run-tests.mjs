// Runs every test, tier by tier, so that the browser does not compete with the databases for two cores. Prints the count.
// The tests that need a real broker (Java and Maven, or a Docker engine) run with --kafka alone, with --with-kafka beside the browser's:
// they wait for the broker most of the time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { brokerKind } from './test-broker.mjs';

const root = join(import.meta.dirname, '..', '..');
const bin = join(root, 'node_modules', '.bin');
/**
 * medium: three files at a time, because many of them wait. e2e: two, because each drives a browser and most of them the whole product, and the tests on
 * Kafka run beside them; with three, each took twice as long.
 */
const TIERS = [
  ['unit', ['--maxWorkers=2']],
  ['console', ['--maxWorkers=3']],
  ['medium', ['--maxWorkers=3', '--forceExit']],
  ['e2e', ['--maxWorkers=2', '--forceExit']],
];
const KAFKA_TIER = ['kafka', ['--runInBand', '--forceExit']];

/** Maximum length of the printed failures of a file, in characters. */
const MESSAGE_SHOWN = 4_000;
/** The files of a tier that took longest, so that they can begin first (`longest-first.mjs`). */
const SLOWEST_SHOWN = 8;

const [mode] = process.argv.slice(2).filter((flag) => flag === '--kafka' || flag === '--with-kafka');
// A file of the command line is found by its path without the ending, whether it runs from its source or bundled.
const further = process.argv.slice(2).flatMap((flag) => (flag === mode ? [] : flag.replace(/\.ts$/, '')));
const broker = mode === undefined ? undefined : brokerKind();
if (mode !== undefined && broker === undefined) {
  process.stderr.write(
    'The tests on Kafka need a broker: install Java and Maven (Debian: apt-get install default-jre-headless maven), or start Docker.\n',
  );
  process.exit(1);
}
// The TLS listener's keys are made by the JDK's own tool.
if (broker === 'container') further.push('--testPathIgnorePatterns=kafka-secure');

// All temporary files of the tests and their processes are below one folder, which is removed at the end.
const folder = mkdtempSync(join(tmpdir(), 'leakwatch-tests-'));
// PostgreSQL's account must be able to enter it; as root it runs as another.
chmodSync(folder, 0o755);
let [passed, failed] = [0, 0];
const slowest = [];
/** Printed again at the end, because a failure may be hundreds of lines above. */
const failures = [];

/** In a process of its own: the bundler's threads would stay in this one. */
async function bundleTests() {
  const [status] = await once(spawn(process.execPath, [join(root, 'deploy', 'bundle-tests.mjs')], { stdio: 'inherit' }), 'exit');
  if (status !== 0) process.exit(1);
}

const sourceOf = (file) => relative(root, file).replace(/^dist-tests.(.*)js$/, '$1ts');

/** Runs one tier and counts its tests. */
async function runTier([tier, flags]) {
  const results = join(folder, `${tier}.json`);
  const run = spawn(
    join(bin, 'jest'),
    ['--config', 'jest.bundled.config.mjs', '--selectProjects', tier, '--json', `--outputFile=${results}`, ...flags, ...further],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        PATH: `${bin}:${process.env.PATH}`,
        TMPDIR: folder,
        ...(broker !== undefined && { LEAKWATCH_TEST_BROKER: broker }),
        // Programs from Debian's packages, where the machine has none: fetched once.
        LEAKWATCH_TOOLS: process.env.LEAKWATCH_TOOLS || join(root, '.leakwatch', 'tools'),
        NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
      },
    },
  );
  const [status] = await once(run, 'exit');
  let counts;
  try {
    counts = JSON.parse(readFileSync(results, 'utf8'));
  } catch {
    counts = { numPassedTests: 0, numFailedTests: 1, numRuntimeErrorTestSuites: 0, testResults: [] };
  }
  passed += counts.numPassedTests;
  const failedHere = counts.numFailedTests + counts.numRuntimeErrorTestSuites;
  failed += status !== 0 && failedHere === 0 ? 1 : failedHere;
  for (const { name, message } of counts.testResults.filter(({ status: result }) => result === 'failed'))
    failures.push(`FAILED ${tier} ${sourceOf(name)}\n${message.slice(0, MESSAGE_SHOWN)}\n`);
  const seconds = ({ startTime, endTime }) => (endTime - startTime) / 1000;
  const longest = counts.testResults.toSorted((one, other) => seconds(other) - seconds(one)).slice(0, SLOWEST_SHOWN);
  slowest.push(...longest.map((file) => `${tier.padEnd(8)}${seconds(file).toFixed(0).padStart(5)} s  ${sourceOf(file.name)}`));
}

await bundleTests();
if (mode === '--kafka') await runTier(KAFKA_TIER);
else {
  const [browser, ...others] = TIERS.toReversed();
  for (const tier of others.toReversed()) await runTier(tier);
  await Promise.all([runTier(browser), ...(mode === '--with-kafka' ? [runTier(KAFKA_TIER)] : [])]);
}
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`Slowest files\n${slowest.join('\n')}\n\n${failures.join('\n')}${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
