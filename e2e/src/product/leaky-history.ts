import { mkdirSync } from 'node:fs';
import { FastImport } from '@leakwatch/simulators';

/** One file in so many leaks a host of the demonstration's internal domain. */
const EVERY = 5;
const FILES_PER_COMMIT = 20;
const AUTHOR = { name: 'Maker', email: 'maker@dev.example' };

const contentOf = (n: number) =>
  n % EVERY === 0 ? `# file ${n}\nhost = db${n}.corp.romashka.example\n` : `# file ${n}\nnothing to see in number ${n}\n`;

/**
 * A bare repository at `directory` whose history holds `files` different blobs, long enough to be interrupted.
 * Returns how many of them leak, each in a path of its own.
 */
export function makeLeakyHistory(directory: string, files: number): number {
  const history = new FastImport();
  for (let first = 0; first < files; first += FILES_PER_COMMIT) {
    const numbers = Array.from({ length: Math.min(FILES_PER_COMMIT, files - first) }, (_, at) => first + at);
    history.commit({
      branch: 'main',
      author: AUTHOR,
      time: 1_700_000_000 + first,
      message: 'more',
      files: Object.fromEntries(numbers.map((n) => [`part${Math.floor(n / 500)}/file${n}.txt`, contentOf(n)])),
    });
  }
  mkdirSync(directory, { recursive: true });
  history.run(directory);
  return Math.ceil(files / EVERY);
}
