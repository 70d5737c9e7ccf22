// The first step of `npm start`, `npm run demo` and `npm test` on a fresh machine: plain JavaScript for Node 20 and
// newer, without dependencies. Installs what is missing, builds what changed, then starts the project's Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PRODUCT } from '../programs.mjs';

const root = join(import.meta.dirname, '..', '..');
const OLDEST_NODE = 20;
const say = (text) => process.stdout.write(`${text}\n`);

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

function step(label, command, args) {
  const started = Date.now();
  process.stdout.write(`${label} ... `);
  const result = spawnSync(command, args, { cwd: root, encoding: 'utf8', env: withProjectNode() });
  if (result.status !== 0) {
    say('failed');
    fail(`${result.stdout ?? ''}${result.stderr ?? ''}\n${label} failed; the lines above say why.`);
  }
  say(`${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** npm runs on the machine's Node; Leakwatch on the Node that the lockfile installs. */
function withProjectNode() {
  return { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` };
}

function walk(folder, seen) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', 'dist', 'shots'].includes(entry.name) || entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) walk(path, seen);
    else if (/\.(ts|tsx|css|html|json|js|mjs)$/.test(entry.name)) {
      const { size, mtimeMs } = statSync(path);
      seen.push(`${path}:${size}:${mtimeMs}`);
    }
  }
  return seen;
}

const hashOf = (text) => createHash('sha256').update(text).digest('hex');
const stampFile = (name) => join(root, 'node_modules', `.leakwatch-${name}`);
const stampIs = (name, value) => existsSync(stampFile(name)) && readFileSync(stampFile(name), 'utf8') === value;
const setStamp = (name, value) => {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(stampFile(name), value);
};

/** `run`: the packages for running; `all`: also the tools of tests and checks, about 300 MB more. */
function install(extent) {
  const lock = hashOf(readFileSync(join(root, 'package-lock.json')));
  const there = existsSync(join(root, 'node_modules', '.bin', 'node'));
  if (there && (stampIs('lock', `${lock} all`) || stampIs('lock', `${lock} ${extent}`))) return;
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', ...(extent === 'run' ? ['--omit=dev'] : [])];
  // Packages that are installed for this lockfile are kept; only those of the tests are added.
  const adds = there && stampIs('lock', `${lock} run`);
  step('Installing packages', 'npm', adds ? ['install', '--no-save', ...flags] : ['ci', ...flags]);
  setStamp('lock', `${lock} ${extent}`);
}

/** `run`: the programs of an installation; `all`: also those that need the packages of the tests. */
function build(extent) {
  const sources = ['libs', 'services', 'apps', 'deploy', 'e2e'].flatMap((folder) => walk(join(root, folder), []));
  const state = hashOf(sources.join('\n'));
  const built = existsSync(join(root, 'apps/console/dist/index.html')) && existsSync(join(root, 'dist/start.js'));
  if (built && (stampIs('build', `${state} all`) || stampIs('build', `${state} ${extent}`))) return;
  step('Building the services', 'node', ['deploy/bundle.mjs', ...(extent === 'run' ? ['product'] : [])]);
  step('Building the console', 'npm', ['run', '--silent', 'build', '-w', 'apps/console']);
  setStamp('build', `${state} ${extent}`);
}

function check() {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE)
    fail(`Node.js ${process.versions.node} is too old: install Node.js ${OLDEST_NODE} or newer.`);
  if (spawnSync('git', ['--version']).status !== 0) fail('git is missing: install it (Debian: apt-get install git).');
}

const [program, ...args] = process.argv.slice(2);

check();
const extent = program !== undefined && basename(program, '.js') in PRODUCT ? 'run' : 'all';
install(extent);
build(extent);

if (program !== undefined) {
  const flags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=2'];
  const child = spawn(join(root, 'node_modules', '.bin', 'node'), [...flags, join(root, program), ...args], {
    cwd: process.cwd(),
    stdio: 'inherit',
    env: withProjectNode(),
  });
  // The terminal sends Ctrl-C to both; the child stops everything in order, this process waits for it.
  process.on('SIGINT', () => child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
}
