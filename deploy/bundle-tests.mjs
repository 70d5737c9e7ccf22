// Bundles the test files of the tiers medium and kafka into `dist-tests/`, at the paths of their sources. Jest then loads a few chunks for each
// instead of about a thousand modules, and transforms nothing (jest.bundled.config.mjs). Only a whole run does: single files run from their sources.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundling.mjs';

const root = join(import.meta.dirname, '..');
const TESTS = ['libs', 'services', 'deploy', 'e2e'].map((folder) => `${folder}/**/*.{medium,kafka}.spec.ts`);
/** Product code finds itself beside the bundled programs that it starts, as it does when it runs. */
const PRODUCT_FILE = join(root, 'dist', 'tests.js');
const IS_OF_TESTS = /\.(spec|fixture|bench)\.ts$/;

/** Code of tests that looks for files beside itself looks beside its source, not beside the chunk that holds it. */
const placeOfSource = {
  name: 'place-of-source',
  transform: {
    filter: { id: { include: /\.ts$/, exclude: /node_modules/ }, code: /\bimport\.meta\./ },
    handler(code, id) {
      const file = IS_OF_TESTS.test(id) ? id : PRODUCT_FILE;
      const places = { dirname: join(file, '..'), filename: file, url: pathToFileURL(file).href };
      return { code: code.replace(/\bimport\.meta\.(dirname|filename|url)\b/g, (_, name) => JSON.stringify(places[name])), map: null };
    },
  },
};

const files = globSync(TESTS, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] });
const programs = Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ''), file]));
await bundle(programs, join(root, 'dist-tests'), { plugins: [placeOfSource], sourcemap: true });
