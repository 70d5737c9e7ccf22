import { expect, it } from '@jest/globals';
import { bench } from './fetches.bench.ts';

it('the benchmark of fetches runs, and finds what is planted', async () => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options: {}, print: (line) => printed.push(line) });
  expect(printed.join('\n')).toContain('1 documents of 4 units were found');
});
