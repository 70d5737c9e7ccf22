import { expect, it } from '@jest/globals';
import { bench } from './incremental.bench.ts';

const OPTIONS: readonly Readonly<Record<string, string>>[] = [{}, { since: 'none' }];

it.each(OPTIONS)('the incremental benchmark runs, and each launch finds the same: %j', async (options) => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options, print: (line) => printed.push(line) });
  expect(printed.join('\n')).toMatch(/[1-9]\d* new blobs, [1-9]\d* findings/);
});
