import { expect, it } from '@jest/globals';
import { bench } from './incremental.bench.ts';

it('the incremental benchmark runs, and each launch finds the same', async () => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options: {}, print: (line) => printed.push(line) });
  expect(printed.join('\n')).toMatch(/[1-9]\d* new blobs, [1-9]\d* findings/);
});
