import { expect, it } from '@jest/globals';
import { bench } from './unchanged.bench.ts';

it('the benchmark of unchanged repositories runs, and a launch asks each for its refs', async () => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options: {}, print: (line) => printed.push(line) });
  expect(printed.join('\n')).toMatch(/a launch[^\n]*\b9\b[^]*3 repositories, none of which changed/);
});
