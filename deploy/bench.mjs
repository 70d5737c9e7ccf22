// `npm run bench`, `npm run bench -- matcher scan megabytes=50`: builds every `*.bench.ts` of the tree and runs those named, or all,
// each in a process of its own. The products' own modules are bundled as they are for `npm start`.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundling.mjs';

const root = join(import.meta.dirname, '..');
const out = join(root, 'dist', 'bench');
const [mode, ...rest] = process.argv.slice(2);

async function runOne([name, ...words]) {
  const { bench } = await import(pathToFileURL(join(out, `${name}.bench.js`)).href);
  const options = Object.fromEntries(words.map((word) => word.split('=', 2)));
  await bench.run({ size: 'full', options, print: (line) => process.stdout.write(`${line}\n`) });
}

async function runAll(words) {
  const files = globSync(
    [
      '{libs,services}/*/bench/*.{bench,thread}.ts',
      'e2e/bench/*.bench.ts',
      'libs/matching/src/pool/*.thread.ts',
      'services/crawler/src/screening/*.thread.ts',
      'services/crawler/src/extraction/*.process.ts',
    ],
    {
      cwd: root,
    },
  );
  const names = files.filter((file) => file.endsWith('.bench.ts')).map((file) => basename(file, '.bench.ts'));
  const wanted = words.filter((word) => !word.includes('='));
  const unknown = wanted.filter((word) => !names.includes(word));
  if (unknown.length > 0) throw new Error(`No bench is named ${unknown.join(', ')}; there are ${names.join(', ')}.`);
  await bundle(Object.fromEntries(files.map((file) => [basename(file, '.ts'), file])), out);
  let failed = false;
  for (const name of wanted.length > 0 ? wanted : names) {
    process.stdout.write(`\n## ${name}\n\n`);
    // The young generation is that of `npm start` (deploy/local/src/run/service-process.ts).
    const flags = ['--disable-warning=ExperimentalWarning', '--expose-gc', '--max-semi-space-size=2'];
    const args = [...flags, import.meta.filename, '--one', name, ...words.filter((word) => word.includes('='))];
    // As the services run: in tests they check every answer against its contract too.
    const env = { ...process.env, NODE_ENV: 'production' };
    failed = spawnSync(join(root, 'node_modules', '.bin', 'node'), args, { cwd: root, env, stdio: 'inherit' }).status !== 0 || failed;
  }
  process.exit(failed ? 1 : 0);
}

await (mode === '--one' ? runOne(rest) : runAll(process.argv.slice(2)));
