// The quick local loop: format, lint, imports, types and unit tests side by side; prints what failed, and how long each took.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const CHECKS = {
  format: 'biome format .',
  lint: 'oxlint --quiet',
  imports: 'npm run --silent imports',
  types: 'npm run --silent types',
  unit: 'npm run --silent test:unit',
};

// Jest does not start, not even for unit tests, without the programs that set its other tiers up.
if (spawnSync(process.execPath, [join(root, 'deploy', 'bundle.mjs')], { stdio: 'inherit' }).status !== 0) process.exit(1);

const run = ([name, command]) =>
  new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(command, {
      cwd: root,
      shell: true,
      env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
    child.on('close', (code) => {
      process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
      resolve(code === 0 ? '' : said);
    });
  });

const faults = (await Promise.all(Object.entries(CHECKS).map(run))).filter((said) => said !== '');
for (const said of faults) process.stdout.write(`\n${said}`);
process.exit(faults.length === 0 ? 0 : 1);
