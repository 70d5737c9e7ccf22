import { expect, it } from '@jest/globals';
import { bench } from './units.bench.ts';

it('the benchmark of units runs, and patterns together find what they find alone', async () => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options: {}, print: (line) => printed.push(line) });
  expect(printed.join('\n')).toContain('until the change is in force');
  expect(printed.join('\n')).toContain('leases of 100 wanted units');
});
